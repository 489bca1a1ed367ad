import ModuleGraph
import Testing

/// A picture of some modules only.
@Suite struct FilteringTests {
  private static let whole = ModuleGraph(records: SampleApp.records)

  @Test func `A filtered graph has the requested modules and their dependencies`() {
    let part = Self.whole.limited(to: ["Feed", "Account"])
    #expect(part.modules.map(\.name) == ["Account", "Feed"])
    #expect(Set(part.nodes.compactMap(\.module)) == ["Account", "Feed"])
    // It belongs to no module, but a callback of Feed listens to it.
    #expect(part.node("event:userDidLogin") != nil)
    #expect(part.node("event:syncDidFinish") == nil)
    #expect(part.moduleEdges.allSatisfy { ["Feed", "Account"].contains($0.from) })
    #expect(part.moduleEdges.allSatisfy { ["Feed", "Account"].contains($0.to) })
    #expect(!part.moduleEdges.isEmpty)
  }

  @Test func `Edges join existing nodes only`() {
    for module in Self.whole.modules.map(\.name) {
      let part = Self.whole.limited(to: [module])
      #expect(!part.nodes.isEmpty)
      for edge in part.edges {
        #expect(part.node(edge.from) != nil && part.node(edge.to) != nil)
        #expect(part.edges(from: edge.from).contains(edge))
      }
      #expect(
        part.problems.allSatisfy { problem in
          problem.nodes.isEmpty || problem.nodes.contains { part.node($0) != nil }
        })
    }
  }

  @Test func `A filter of all modules keeps all but unused nodes`() {
    let part = Self.whole.limited(to: Set(Self.whole.modules.map(\.name)))
    #expect(part.moduleEdges == Self.whole.moduleEdges)
    #expect(part.nodes.filter { $0.module != nil } == Self.whole.nodes.filter { $0.module != nil })
    #expect(part.problems.count == Self.whole.problems.count)
  }

  @Test func `A filter of no modules is an empty graph`() {
    #expect(Self.whole.limited(to: []) == ModuleGraph())
    #expect(Self.whole.limited(to: ["NoSuchModule"]) == ModuleGraph())
  }

  @Test func `A filtered process graph keeps the states of its nodes`() {
    var graph = Self.whole
    graph.live = ModuleGraph.Live(
      process: "shop",
      nodes: [
        "task:RefreshFeed": .init("done"), "task:LoadCatalog": .init("done"),
      ])
    let live = graph.limited(to: ["Feed"]).live
    #expect(live?.process == "shop")
    #expect(live?.nodes.keys.sorted() == ["task:RefreshFeed"])
  }

  @Test func `Every reason lists declarations, those of the source module first`() {
    var declarations = ReasonDeclarations(Self.whole)
    for edge in Self.whole.moduleEdges {
      for reason in edge.reasons {
        let nodes = declarations.declarations(behind: reason, from: edge.from, to: edge.to)
        #expect(nodes.first?.module == edge.from, "\(reason.text)")
        #expect(nodes.allSatisfy { [edge.from, edge.to].contains($0.module) })
        #expect(!nodes.flatMap(\.locations).isEmpty)
      }
    }
  }
}
