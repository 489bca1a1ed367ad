import Declarations
import ModuleGraph
import Testing

/// How relay keys that records declare become nodes.
@Suite struct RelayKeyReadingTests {
  private static func key(
    _ name: String, _ type: String, member: String, line: Int, flags: RecordFlags = []
  ) -> DeclaredRecord {
    .sample(
      "phky", name, "Cart/Keys.swift", line, flags: flags,
      #"{"member":"\#(member)","type":"\#(type)"}"#)
  }

  private static func observer(_ key: String) -> DeclaredRecord {
    .sample("phob", key, "Shop/Badge.swift", 4, flags: .unresolvedKey, id: 9)
  }

  private static func observed(_ records: DeclaredRecord...) -> String? {
    ModuleGraph(records: records).edges(from: "observer:0000000000000009").first?.to
  }

  @Test func `A key is the relay, with its type and source location`() throws {
    let graph = ModuleGraph(records: [
      Self.key("cart.count", "Int", member: "cartCount", line: 3)
    ])
    let node = try #require(graph.node("relay:cart.count"))
    #expect(node.kind == .relay)
    #expect(node.certainty == .declared)
    #expect(node.module == "Cart")
    #expect(node.locations.map(\.description) == ["Cart/Keys.swift:3"])
    #expect(node[attribute: "type"] == "Int")
    #expect(node[attribute: "member"] == "cartCount")
    #expect(graph.problems.isEmpty)
  }

  @Test(arguments: [
    ".cartCount", "RelayKey<Int>.cartCount",
    "Pharos.RelayKey<Swift.Int>.cartCount",
    ".`cartCount`",
  ])
  func `Uses of a key's property lead to the relay`(expression: String) throws {
    let graph = ModuleGraph(records: [
      Self.key("cart.count", "Int", member: "cartCount", line: 3), Self.observer(expression),
      .sample(
        "wire", "relay \(expression) -> event a", "Wires/Wires.swift", 1,
        """
        {"from":{"kind":"relay","name":"\(expression)","unresolved":true},\
        "to":{"kind":"event","name":"a"}}
        """),
    ])
    #expect(graph.nodes.filter { $0.kind == .relay }.map(\.id) == ["relay:cart.count"])
    #expect(graph.edges(to: "relay:cart.count").map(\.kind) == [.observes])
    #expect(graph.edges(from: "relay:cart.count").map(\.kind) == [.wireFrom])
    // Another property of that name may have been meant.
    #expect(graph.edges(to: "relay:cart.count").allSatisfy { !$0.isCertain })
  }

  @Test func `A property name of several keys is resolved by type, or not at all`() {
    let one = Self.key("cart.count", "Int", member: "count", line: 3)
    let two = Self.key("cart.text", "String", member: "count", line: 9)
    #expect(Self.observed(one, two, Self.observer("RelayKey<String>.count")) == "relay:cart.text")
    #expect(Self.observed(one, two, Self.observer(".count")) == "relay:count")
    #expect(Self.observed(one, Self.observer("RelayKey<String>.count")) != "relay:cart.count")
    #expect(Self.observed(one, Self.observer("Other.count")) == "relay:count")
    let unknown = Self.key(".count", "Int", member: "count", line: 3, flags: .unresolvedKey)
    #expect(Self.observed(unknown, Self.observer(".count")) == "relay:count")
  }

  @Test func `A relay that two modules declare has both source locations`() throws {
    let graph = ModuleGraph(records: [
      Self.key("cart.count", "Int", member: "cartCount", line: 3),
      .sample(
        "phky", "cart.count", "Shop/Keys.swift", 7, #"{"member":"shown","type":"Int"}"#),
    ])
    let node = try #require(graph.node("relay:cart.count"))
    #expect(node.locations.map(\.description) == ["Cart/Keys.swift:3", "Shop/Keys.swift:7"])
    #expect(graph.problems.isEmpty)
  }

  @Test(arguments: ["{", #"{"type":3,"member":"a"}"#, #"{"type":"Int","member":[]}"#])
  func `A key with an unreadable detail is a node, and an error`(detail: String) {
    let graph = ModuleGraph(records: [.sample("phky", "a", "Cart/Keys.swift", 3, detail)])
    #expect(graph.node("relay:a") != nil)
    #expect(graph.problems.map(\.code) == [.unreadableDetail])
    #expect(graph.problems.first?.nodes == ["relay:a"])
  }
}
