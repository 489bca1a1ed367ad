import Declarations
import Khala
import ModuleGraph
import Testing

/// How wires become nodes, and what they join.
@Suite struct WireReadingTests {
  private static let targets: [DeclaredRecord] = [
    .sample("task", "A", "T/T.swift", 1, #"{"on":["idle"]}"#),
    .sample("task", "B", "T/T.swift", 2, #"{"on":["idle"]}"#),
    .sample("tjob", "Send", "T/T.swift", 3, #"{"queue":"mail","payload":"Invoice"}"#),
    .sample(
      "khla", "Feed", "Feed/Feed.swift", 1,
      #"{"type":"F","functions":[{"name":"item","routes":[{"pattern":"feed/{id:Int}","schemes":["kl"]}]}]}"#
    ),
  ]

  private static func graph(from: String, to: String, more: String = "") -> ModuleGraph {
    ModuleGraph(
      records: targets + [
        .sample("wire", "w", "W/W.swift", 5, #"{"from":\#(from),"to":\#(to)\#(more)}"#)
      ])
  }

  @Test(arguments: [
    (#"{"kind":"event","name":"login"}"#, ["event:login"]),
    (#"{"kind":"event","name":".login","unresolved":true}"#, ["event:login"]),
    (#"{"kind":"call","name":"kl://Feed/item"}"#, ["route:Feed/item"]),
    (#"{"kind":"call","name":"kl://feed/{id:Int}"}"#, ["route:kl://feed/{id:Int}"]),
    (#"{"kind":"call","name":"kl://feed/{id}"}"#, ["route:kl://feed/{id:Int}"]),
    (#"{"kind":"relay","name":"Keys.count","unresolved":true}"#, ["relay:count"]),
    (#"{"kind":"task","name":"A","states":["succeeded"]}"#, ["task:A"]),
    (#"{"kind":"task","names":["A","B"]}"#, ["task:A", "task:B"]),
    (#"{"kind":"task","name":".B","unresolved":true}"#, ["task:B"]),
    (#"{"kind":"job","name":"Send","states":["failed"]}"#, ["job:Send"]),
    (#"{"kind":"job","name":"Other","queue":"mail"}"#, ["job:Other"]),
    (#"{"kind":"taskEvent","name":"didBecomeActive"}"#, ["taskEvent:didBecomeActive"]),
    (#"{"kind":"notification","name":"changed"}"#, ["notification:changed"]),
  ])
  func `Every kind of end is found as source and target`(
    end: String, ids: [String]
  ) {
    let other = #"{"kind":"event","name":"other"}"#
    let from = Self.graph(from: end, to: other)
    #expect(from.edges(to: "wire:w").map(\.from) == ids)
    #expect(from.edges(from: "wire:w").map(\.to) == ["event:other"])
    let to = Self.graph(from: other, to: end)
    #expect(to.edges(from: "wire:w").map(\.to) == ids)
    #expect(to.edges(from: "wire:w").allSatisfy { $0.isCertain != end.contains("unresolved") })
    #expect(to.problems.allSatisfy { $0.severity == .notice })
  }

  @Test func `A job is a node of its own kind, with its queue and payload`() throws {
    let graph = ModuleGraph(records: [
      .sample(
        "tjob", "Send", "T/T.swift", 3,
        #"{"queue":"mail","payload":"Invoice","result":"Int","traits":[".retry(attempts: 8)"]}"#)
    ])
    let node = try #require(graph.nodes.first)
    #expect(node.id == "job:Send")
    #expect(node.kind == .job)
    #expect(
      node.attributes == [
        .init("queue", "mail"), .init("payload", "Invoice"), .init("result", "Int"),
        .init("traits", .list([".retry(attempts: 8)"])),
      ])
    #expect(graph.mermaid(.nodes).contains("Send"))
    #expect(graph.dot(.nodes).contains("job"))
    #expect(graph.problems.isEmpty)
  }

  @Test func `Two jobs of one name are a problem`() {
    let graph = ModuleGraph(records: [
      .sample("tjob", "Send", "T/T.swift", 3, "{}"), .sample("tjob", "Send", "U/U.swift", 4, "{}"),
    ])
    #expect(graph.problems.map(\.code) == [.duplicateKey])
  }

  @Test(arguments: ["kl://Feed/{function}", "Feed/{function}", "{class}/item", "kl://{*path}"])
  func `A wire starts at all routes that its pattern matches`(pattern: String) {
    let graph = Self.graph(
      from: #"{"kind":"call","name":"\#(pattern)"}"#, to: #"{"kind":"event","name":"other"}"#)
    #expect(graph.edges(to: "wire:w").map(\.from).contains("route:Feed/item"))
    #expect(!graph.problems.contains { $0.code == .missingWireEnd })
  }

  @Test func `A pattern that matches no route has no source`() {
    let graph = Self.graph(
      from: #"{"kind":"call","name":"kl://Food/{function}"}"#,
      to: #"{"kind":"event","name":"other"}"#)
    #expect(graph.problems.contains { $0.code == .missingWireEnd })
  }

  @Test func `A wire has its filter and map`() {
    let graph = Self.graph(
      from: #"{"kind":"event","name":"a"}"#, to: #"{"kind":"task","name":"A"}"#,
      more: #","filtered":true,"mapped":true,"joined":true"#)
    for name in ["filtered", "mapped", "joined"] {
      #expect(graph.node("wire:w")?[attribute: name] == true)
    }
  }

  @Test func `A wire that the program adds is shown with the declared ones`() {
    var builder = ModuleGraph.Builder()
    for record in Self.targets { builder.add(record) }
    builder.add(
      wire: .init(
        text: "event a -> task A", from: .init(.event, "a"), to: .init(.task, "A"),
        location: .init(fileID: "App/App.swift", line: 3)))
    let graph = builder.graph()
    #expect(graph.node("wire:event a -> task A")?.certainty == .added)
    #expect(graph.edges(to: "task:A").map(\.kind).contains(.wireTo))
    #expect(graph.moduleEdges.map { "\($0.from) \($0.to)" } == ["App T"])
  }

  @Test func `A declaration is not duplicated when the program reports it, too`() {
    let detail = #"{"from":{"kind":"event","name":"a"},"to":{"kind":"task","name":"A"}}"#
    var builder = ModuleGraph.Builder()
    for record in Self.targets { builder.add(record) }
    builder.add(.sample("wire", "w", "W/W.swift", 5, detail))
    let declared = builder.graph()
    builder.add(
      wire: .init(
        text: "w", from: .init(.event, "a"), to: .init(.task, "A"),
        location: .init(fileID: "W/W.swift", line: 5), isDeclared: true))
    builder.add(route: .init(kind: .function, pattern: "Feed/item", className: "Feed"))
    builder.add(task: "A", runsOn: ["taskEvent:idle"])
    #expect(builder.graph() == declared)
  }

  @Test func `Wires of one text are two nodes`() {
    let detail = #"{"from":{"kind":"event","name":"a"},"to":{"kind":"task","name":"A"}}"#
    let graph = ModuleGraph(
      records: Self.targets + [
        .sample("wire", "w", "W/W.swift", 5, detail), .sample("wire", "w", "W/W.swift", 6, detail),
      ])
    #expect(graph.nodes(of: .wire).map(\.id) == ["wire:w", "wire:w~2"])
    #expect(graph.problems.map(\.code) == [.duplicateWire])
  }
}
