import Declarations
import ModuleGraph
import Testing

/// The edges between modules that uses in code make.
@Suite struct UseReasonTests {
  /// What uses add to the edges of the declarations: `from to kind: text`.
  private static func reasons(_ uses: ModuleGraph.Use...) -> [String] {
    UsedApp.graph(uses).moduleEdges.flatMap { edge in
      edge.reasons.filter { $0.origin != nil }.map { reason in
        "\(edge.from) \(reason.isDependency ? "->" : "..") \(edge.to): \(reason.text)"
      }
    }
  }

  @Test func `A call leads to the module of the route, and depends on it`() {
    #expect(
      Self.reasons(UsedApp.use(.calls, .route, "kl://Store/delete")) == [
        "Search -> Store: code calls route Store/delete"
      ])
  }

  @Test func `A call by a contract is credited to the caller, and the contract keeps its own`() {
    let use = UsedApp.use(
      .calls, .contract, "delete",
      at: CodeLocation(fileID: "Contract/Contract.swift", line: 7))
    #expect(
      Self.reasons(use) == [
        "Search -> Contract: code calls contract kl://Store/delete",
        "Search -> Store: code calls route Store/delete through the contract kl://Store/delete",
      ])
    let edges = UsedApp.graph(use).moduleEdges
    #expect(edges.contains { $0.from == "Contract" && $0.to == "Store" && $0.isDependency })
  }

  @Test func `Running a task and enqueueing a job depend on the module that has it`() {
    #expect(
      Self.reasons(UsedApp.use(.runs, .task, "Sync"), UsedApp.use(.enqueues, .job, "Send")) == [
        "Search -> Store: code enqueues job Send", "Search -> Store: code runs task Sync",
      ])
  }

  @Test func `A trigger leads to callbacks and wires of the event without depending on them`() {
    #expect(
      Self.reasons(
        UsedApp.use(.triggers, .event, "containerDidLand", in: "Cargo"),
        UsedApp.use(.triggers, .event, "userDidLogin", in: "Cargo")) == [
          """
          Cargo .. Customs: code triggers event containerDidLand, which a wire of Customs takes
          """,
          """
          Cargo .. Feed: code triggers event userDidLogin, which a callback of Feed listens to
          """,
        ])
  }

  @Test func `A relay leads to its declaration, and one that is set to its observers`() {
    #expect(
      Self.reasons(
        UsedApp.use(.sets, .relay, "cart.count"), UsedApp.use(.reads, .relay, "cart.count")) == [
          "Search .. Cart: code reads relay cart.count",
          "Search .. Cart: code sets relay cart.count",
          "Search .. Feed: code sets relay cart.count, which an observer of Feed observes",
        ])
  }

  @Test func `A posted notification leads to the modules whose tasks it runs`() {
    #expect(
      Self.reasons(UsedApp.use(.triggers, .notification, "account.changed")) == [
        """
        Search .. Feed: code triggers notification account.changed, which runs a task of Feed
        """
      ])
  }

  @Test func `Each origin is a reason of its own, and counts of traces add up`() {
    #expect(
      Self.reasons(
        UsedApp.use(.calls, .route, "kl://Store/delete"),
        UsedApp.use(.calls, .route, "kl://Store/delete", line: 8),
        UsedApp.use(.calls, .route, "kl://Store/delete", origin: .record),
        UsedApp.use(.calls, .route, "kl://Store/delete?a=1", origin: .trace, count: 2),
        UsedApp.use(.calls, .route, "kl://Store/delete?a=2", origin: .trace, count: 10)) == [
          "Search -> Store: code calls route Store/delete",
          "Search -> Store: code calls route Store/delete, as '#uses' says",
          "Search -> Store: code calls route Store/delete, seen 12 times",
        ])
  }

  @Test func `A use within a module is no edge`() {
    #expect(Self.reasons(UsedApp.use(.calls, .route, "kl://Store/delete", in: "Store")).isEmpty)
  }

  @Test func `Built-in events lead to no module`() {
    let listener = DeclaredRecord.sample("rhea", "load", "Feed/Load.swift", 3)
    let graph = UsedApp.graph(
      [UsedApp.use(.triggers, .event, "load")], records: UsedApp.records + [listener])
    #expect(graph.moduleEdges.allSatisfy { $0.from != "Search" })
  }

  @Test func `A module that only uses is a module of the graph`() {
    let graph = UsedApp.graph(
      UsedApp.use(.calls, .route, "kl://Store/delete"),
      UsedApp.use(.calls, .route, "https://example.org", in: "Web"))
    #expect(graph.module("Search")?.nodeCount == 0)
    #expect(graph.module("Web") == nil)
  }

  @Test(arguments: [(99, true), (101, false)])
  func `An event with too many pairs of modules joins none by triggers`(
    modules: Int, isJoined: Bool
  ) {
    let records = (0..<modules).map { number in
      DeclaredRecord.sample("rhea", "tick", "L\(number)/L.swift", 1)
    }
    let uses = (0..<modules).map { UsedApp.use(.triggers, .event, "tick", in: "T\($0)") }
    let graph = UsedApp.graph(uses, records: records)
    #expect(graph.moduleEdges.count == (isJoined ? modules * modules : 0))
  }

  @Test func `Many uses of an event that many modules take are joined in linear time`() {
    let records = (0..<2_000).map { number in
      DeclaredRecord.sample("rhea", "tick", "L\(number)/L.swift", 1)
    }
    let uses = (0..<2_000).map { UsedApp.use(.triggers, .event, "tick", line: $0) }
    let graph = UsedApp.graph(uses, records: records)
    // Comparing each use with each callback would take minutes.
    #expect(graph.moduleEdges.count == 2_000)
    #expect(graph.moduleEdges.allSatisfy { $0.reasons.count == 1 })
  }
}
