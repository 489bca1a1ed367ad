import Declarations
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import Testing

/// What uses in code lead to.
@Suite struct UseResolutionTests {
  typealias Use = ModuleGraph.Use

  private static func nodes(of use: Use) -> [String] {
    UsedApp.graph(use).uses.flatMap(\.nodes)
  }

  @Test(arguments: [
    (UsedApp.use(.calls, .route, "kl://Store/delete"), ["route:Store/delete"]),
    (UsedApp.use(.calls, .route, "kl://Store/delete?id=7"), ["route:Store/delete"]),
    (UsedApp.use(.calls, .route, "kl://product/7"), ["route:kl://product/{id:Int}"]),
    (UsedApp.use(.calls, .route, "kl://product/{}?a={}"), ["route:kl://product/{id:Int}"]),
    (
      UsedApp.use(.calls, .route, "kl://Store/{}"), ["route:Store/delete", "route:Store/product"]
    ),
    (UsedApp.use(.calls, .route, "{}"), []),
    (UsedApp.use(.calls, .route, "https://example.org/a"), []),
    (UsedApp.use(.runs, .task, "Sync"), ["task:Sync"]),
    (UsedApp.use(.runs, .task, "SyncTask"), ["task:Sync"]),
    (UsedApp.use(.runs, .task, "Other", at: place("Store/Tasks.swift", 3)), ["task:Sync"]),
    (UsedApp.use(.enqueues, .job, "Send"), ["job:Send"]),
    (UsedApp.use(.sets, .relay, "cart.count"), ["relay:cart.count"]),
    (UsedApp.use(.sets, .relay, "cartCount"), ["relay:cart.count"]),
    (UsedApp.use(.reads, .relay, "RelayKey<Int>.cartCount"), ["relay:cart.count"]),
    (
      UsedApp.use(.reads, .relay, "renamed", at: place("Cart/Keys.swift", 5)),
      ["relay:cart.count"]
    ),
    (UsedApp.use(.reads, .relay, "other"), ["relay:other"]),
    (UsedApp.use(.triggers, .event, "userDidLogin"), ["event:userDidLogin"]),
    (UsedApp.use(.triggers, .event, "new"), ["event:new"]),
    (UsedApp.use(.triggers, .event, "new{}"), []),
    (UsedApp.use(.triggers, .notification, "account.changed"), ["notification:account.changed"]),
  ])
  func `A use leads to what it names`(use: Use, ids: [String]) {
    #expect(Self.nodes(of: use) == ids)
  }

  private static func place(_ fileID: String, _ line: Int) -> CodeLocation {
    CodeLocation(fileID: fileID, line: line)
  }

  @Test(arguments: [
    ("delete()", 6, true), ("delete", 8, true), ("other", 7, false), ("delete", 5, false),
    ("delete", 99, false),
  ])
  func `A contract is found by the location of its function, and leads on to its route`(
    name: String, line: Int, isFound: Bool
  ) throws {
    let use = UsedApp.use(
      .calls, .contract, name, at: Self.place("Contract/Contract.swift", line))
    let graph = UsedApp.graph(use)
    let contract = try #require(graph.nodes(of: .contract).first)
    #expect(graph.uses.map(\.nodes) == [isFound ? [contract.id, "route:Store/delete"] : []])
  }

  @Test func `A contract is found by its URL`() throws {
    let graph = UsedApp.graph(UsedApp.use(.calls, .contract, "kl://Store/delete"))
    #expect(graph.uses.first?.nodes.last == "route:Store/delete")
    #expect(graph.uses(of: "route:Store/delete") == graph.uses)
    #expect(graph.uses(inModule: "Search") == graph.uses)
    #expect(graph.uses(inModule: "Store").isEmpty)
  }

  @Test func `A name without a record is mentioned, and what must exist is missing`() {
    let graph = UsedApp.graph(
      UsedApp.use(.triggers, .event, "new"), UsedApp.use(.runs, .task, "Snc"),
      UsedApp.use(.calls, .route, "kl://Store/delte?a=1"))
    #expect(graph.node("event:new")?.certainty == .mentioned)
    #expect(graph.node("event:new")?.locations.map(\.description) == ["Search/Use.swift:7"])
    #expect(graph.node("task:Snc")?.certainty == .missing)
    #expect(graph.node("route:kl://Store/delte")?.certainty == .missing)
  }

  @Test func `Names that a trace has seen are not missing`() {
    let graph = UsedApp.graph(
      UsedApp.use(.runs, .task, "Added", origin: .trace, count: 1),
      UsedApp.use(.calls, .route, "kl://Added/it", origin: .trace, count: 1))
    #expect(graph.uses.map(\.nodes) == [[], []])
    #expect(graph.nodes.allSatisfy { $0.certainty != .missing })
  }

  @Test(arguments: 0..<5)
  func `The order in which uses are added does not matter`(seed: UInt64) {
    let uses = [
      UsedApp.use(.triggers, .event, "new"), UsedApp.use(.triggers, .event, "new"),
      UsedApp.use(.triggers, .event, "new", origin: .trace, count: 2),
      UsedApp.use(.triggers, .event, "new", origin: .trace, count: 1),
      UsedApp.use(.calls, .route, "kl://Store/delete", in: "Cart"),
      UsedApp.use(.calls, .route, "kl://Store/delete", in: "Cart", line: 2),
      Use(.calls, .route, "kl://Store/delete", module: "Cart", location: nil, origin: .trace),
    ]
    var random = SeededGenerator(seed: seed)
    let graph = UsedApp.graph(uses.shuffled(using: &random))
    #expect(graph == UsedApp.graph(uses))
    #expect(graph.uses.map(\.use) == graph.uses.map(\.use).sorted())
    #expect(graph.uses.count == 6)
  }

  @Test func `A graph without uses has none and does not know them`() {
    let graph = ModuleGraph(records: UsedApp.records)
    #expect(graph.uses.isEmpty)
    #expect(!graph.usesAreKnown)
    #expect(!graph.json().contains("\"uses"))
    #expect(UsedApp.graph(known: true).usesAreKnown)
  }

  @Test func `Uses are kept by JSON, and fit the schema`() throws {
    let graph = UsedApp.graph(
      UsedApp.use(.calls, .route, "kl://Store/delete"),
      UsedApp.use(.triggers, .event, "containerDidLand", origin: .trace, count: 12),
      UsedApp.use(.calls, .contract, "delete", at: Self.place("Contract/Contract.swift", 7)),
      UsedApp.use(.runs, .task, "Snc", origin: .record))
    #expect(try ModuleGraph(json: graph.json()) == graph)
    #expect(try JSONSchema().faults(in: graph.json()) == [])
    let none = UsedApp.graph(known: true)
    #expect(try ModuleGraph(json: none.json()).usesAreKnown)
    #expect(try JSONSchema().faults(in: none.json()) == [])
  }

  @Test func `A use of a node that is not there is rejected`() throws {
    let json = UsedApp.graph(UsedApp.use(.triggers, .event, "new")).json()
      .replacing(#""event:new"\#n      ]"#, with: #""event:gone"\#n      ]"#)
    let error = #expect(throws: ModuleGraphError.self) { try ModuleGraph(json: json) }
    #expect(error?.code == .unknownNode)
    #expect(error?.message.contains("'event:gone'") == true, "\(error?.message ?? "")")
  }

  @Test func `A part of a graph has the uses of its modules`() {
    let graph = UsedApp.graph(
      UsedApp.use(.calls, .route, "kl://Store/delete"), UsedApp.use(.triggers, .event, "new"),
      UsedApp.use(.triggers, .event, "userDidLogin", in: "Store"))
    let part = graph.limited(to: ["Search"])
    #expect(part.uses.map(\.nodes) == [["event:new"]])
    #expect(part.nodes.map(\.id) == ["event:new"])
    #expect(part.usesAreKnown)
    #expect(graph.limited(to: ["Search", "Store"]).uses.map(\.use) == graph.uses.map(\.use))
    #expect(graph.limited(to: Set(graph.modules.map(\.name))) == graph)
  }
}
