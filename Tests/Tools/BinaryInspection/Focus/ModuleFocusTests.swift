import BinaryInspection
import ModularityTestSupport
import ModuleGraph
import Testing

/// What is near a module, and what its change concerns.
@Suite struct ModuleFocusTests {
  private static let graph = ModuleGraph.sketch(
    "App depends Cart", "Cart call Shop", "Shop depends Data", "Feed depends Data",
    "App shares Feed", "Alone")

  private static func near(
    _ names: Set<String>, within steps: Int = .max, _ direction: ModuleFocus.Direction,
    sharing: Bool = false
  ) throws -> [String] {
    try ModuleFocus(graph, includesSharing: sharing)
      .modules(within: steps, of: names, direction).sorted()
  }

  @Test func `Upstream has a module's dependencies, downstream its dependents`() throws {
    #expect(try Self.near(["Cart"], within: 1, .upstream) == ["Cart", "Shop"])
    #expect(try Self.near(["Cart"], within: 2, .upstream) == ["Cart", "Data", "Shop"])
    #expect(try Self.near(["Cart"], .downstream) == ["App", "Cart"])
    #expect(try Self.near(["Cart"], within: 1, .both) == ["App", "Cart", "Shop"])
    #expect(try Self.near(["Cart"], .both) == ["App", "Cart", "Data", "Shop"])
    #expect(try Self.near(["Cart"], within: 0, .both) == ["Cart"])
    #expect(try Self.near(["Alone"], .both) == ["Alone"])
  }

  @Test func `Sharing counts only on request`() throws {
    #expect(try Self.near(["Feed"], within: 1, .both) == ["Data", "Feed"])
    #expect(try Self.near(["Feed"], within: 1, .both, sharing: true) == ["App", "Data", "Feed"])
    #expect(try Self.near(["App"], within: 1, .upstream, sharing: true) == ["App", "Cart", "Feed"])
  }

  @Test func `A change affects all direct and indirect dependents`() throws {
    #expect(
      try ModuleFocus(Self.graph).modules(affectedBy: ["Data"]).sorted()
        == ["App", "Cart", "Data", "Feed", "Shop"])
    #expect(try ModuleFocus(Self.graph).modules(affectedBy: []).isEmpty)
  }

  @Test func `A name that no module has is an error with the nearest one`() throws {
    let error = try #require(throws: FocusError.self) { try Self.near(["Crat", "App"], .both) }
    #expect(error.name == "Crat")
    #expect(
      error.description == """
        no module of the program declares anything under the name 'Crat'. Did you mean 'Cart'? \
        Correct the name, or list all modules with 'modkit list'.
        """)
  }

  @Test func `Exactly the affected modules have the changed module upstream`() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      let graph = ModuleGraph.random(&generator)
      let focus = ModuleFocus(graph)
      for changed in focus.modules {
        let affected = try focus.modules(affectedBy: [changed])
        for module in focus.modules {
          let needs = try focus.modules(of: [module], .upstream)
          #expect(affected.contains(module) == needs.contains(changed))
        }
      }
    }
  }

  @Test func `A picture of the neighbourhood has neighbours only`() throws {
    let near = try ModuleFocus(Self.graph).modules(within: 1, of: ["Cart"])
    let graph = Self.graph.limited(to: near)
    #expect(graph.modules.map(\.name) == ["App", "Cart", "Shop"])
    #expect(graph.moduleEdges.map { "\($0.from) \($0.to)" } == ["App Cart", "Cart Shop"])
  }
}
