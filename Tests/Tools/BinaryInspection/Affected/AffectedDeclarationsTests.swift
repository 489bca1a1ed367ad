import BinaryInspection
import ModularityTestSupport
import ModuleGraph
import Testing

/// What a change of source files reaches.
@Suite struct AffectedDeclarationsTests {
  private static func node(
    _ kind: ModuleGraph.Node.Kind, _ name: String, _ fileID: String? = nil
  ) -> ModuleGraph.Node {
    ModuleGraph.Node(
      kind: kind, name: name,
      locations: [CodeLocation(fileID: fileID ?? "Any/Any.swift", line: 1)],
      certainty: fileID == nil ? .mentioned : .declared)
  }

  private static let graph = {
    var builder = ModuleGraph.Builder()
    for node in [
      node(.task, "Unload", "Cargo/Unload.swift"), node(.event, "didLand"),
      node(.wire, "task Unload -> event didLand", "Cargo/Unload.swift"),
      node(.wire, "event didLand -> task Inspect", "Customs/Inspection.swift"),
      node(.task, "Inspect", "Customs/Inspection.swift"),
      node(.task, "Report", "Office/Report.swift"), node(.task, "Print", "Office/Print.swift"),
      node(.callback, "land", "Log/Log.swift"),
      node(.routeClass, "Berths", "Berths/Berths.swift"),
      node(.route, "Berths/plan", "Berths/Berths.swift"),
      node(.contract, "plan", "Contracts/Plan.swift"), node(.relay, "free"),
      node(.observer, "free", "Board/Board.swift"),
      node(.wire, "relay free -> call plan", "Board/Board.swift"),
    ] { builder.add(node: node) }
    for (from, kind, to) in [
      ("task:Unload", .wireFrom, "wire:task Unload -> event didLand"),
      ("wire:task Unload -> event didLand", .wireTo, "event:didLand"),
      ("event:didLand", .wireFrom, "wire:event didLand -> task Inspect"),
      ("wire:event didLand -> task Inspect", .wireTo, "task:Inspect"),
      ("task:Report", .dependsOn, "task:Inspect"), ("task:Print", .after, "task:Report"),
      ("callback:land", .listens, "event:didLand"),
      ("class:Berths", .provides, "route:Berths/plan"),
      ("contract:plan", .calls, "route:Berths/plan"), ("observer:free", .observes, "relay:free"),
      ("relay:free", .wireFrom, "wire:relay free -> call plan"),
      ("wire:relay free -> call plan", .wireTo, "route:Berths/plan"),
    ] as [(String, ModuleGraph.Edge.Kind, String)] {
      builder.add(edge: .init(from: from, to: to, kind: kind))
    }
    return builder.graph()
  }()

  private static func affected(_ files: String..., depth: Int = .max) -> AffectedDeclarations {
    AffectedDeclarations(of: files.map { ($0, $0) }, in: graph, depth: depth)
  }

  @Test func `A change reaches listeners, wired tasks and dependents, each with its way`() {
    #expect(
      Self.affected("Cargo/Unload.swift").lines == [
        "Cargo/Unload.swift declares",
        "  task Unload",
        "  wire task Unload -> event didLand",
        "",
        "in no module",
        "  event didLand (Any/Any.swift:1)",
        "    Cargo/Unload.swift → wire task Unload -> event didLand → event didLand",
        "",
        "Customs",
        "  wire event didLand -> task Inspect (Customs/Inspection.swift:1)",
        "    Cargo/Unload.swift → wire task Unload -> event didLand → event didLand → "
          + "wire event didLand -> task Inspect (Customs)",
        "  task Inspect (Customs/Inspection.swift:1)",
        "    Cargo/Unload.swift → wire task Unload -> event didLand → event didLand → "
          + "wire → task Inspect (Customs)",
        "",
        "Log",
        "  callback land (Log/Log.swift:1)",
        "    Cargo/Unload.swift → wire task Unload -> event didLand → event didLand → "
          + "callback land (Log)",
        "",
        "Office",
        "  task Report (Office/Report.swift:1)",
        "    Cargo/Unload.swift → wire task Unload -> event didLand → event didLand → "
          + "wire → task Inspect → task Report (Office)",
        "  task Print (Office/Print.swift:1)",
        "    Cargo/Unload.swift → wire task Unload -> event didLand → event didLand → "
          + "wire → task Inspect → task Report → task Print (Office)",
        "",
        "affected: 5 declarations of 3 modules, 1 name of no module",
        "uses in code were not read",
      ])
  }

  @Test func `A change of a route reaches contracts and wires that call it`() {
    let affected = Self.affected("Berths/Berths.swift")
    #expect(affected.modules == ["Berths", "Board", "Contracts"])
    #expect(
      Set(affected.reached.filter { $0.depth > 0 }.map(\.id)) == [
        "contract:plan", "wire:relay free -> call plan",
      ])
  }

  @Test func `A change of what only listens reaches nothing`() {
    for file in ["Log/Log.swift", "Office/Print.swift", "Contracts/Plan.swift"] {
      #expect(Self.affected(file).summary == "nothing else is affected")
    }
  }

  @Test func `A file without declarations is reported, and reaches nothing`() {
    let affected = AffectedDeclarations(of: [("Views/Label.swift", nil)], in: Self.graph)
    #expect(affected.reached.isEmpty)
    #expect(
      affected.lines == [
        "Views/Label.swift declares nothing in this program", "", "nothing else is affected",
        "uses in code were not read",
      ])
  }

  @Test func `A way has a step for each step of the depth`() {
    let affected = Self.affected("Cargo/Unload.swift", "Berths/Berths.swift")
    for reached in affected.reached { #expect(reached.way.count == reached.depth + 2) }
  }

  @Test func `Of a long way, the end is shown and the rest is counted`() throws {
    var builder = ModuleGraph.Builder()
    for number in 0..<5_000 {
      builder.add(node: Self.node(.task, "T\(number)", "M/T\(number).swift"))
      builder.add(
        edge: .init(from: "task:T\(number)", to: "task:T\(number - 1)", kind: .dependsOn))
    }
    let affected = AffectedDeclarations(
      of: [("T0.swift", "M/T0.swift")], in: builder.graph())
    #expect(affected.reached.count == 5_000)
    let last = try #require(affected.reached.last)
    #expect(last.depth == 4_999)
    #expect(last.way.prefix(3) == ["M/T0.swift", "(4970 more)", "task T4970"])
    #expect(last.way.last == "task T4999 (M)")
    #expect(last.way.count == 32)
  }

  @Test func `A trigger in a changed file reaches listeners, and a changed route its callers`() {
    var builder = ModuleGraph.Builder()
    builder.usesAreKnown = true
    for node in [
      Self.node(.event, "didLand"), Self.node(.callback, "land", "Log/Log.swift"),
      Self.node(.task, "Late", "Office/Late.swift"),
    ] { builder.add(node: node) }
    builder.add(edge: .init(from: "callback:land", to: "event:didLand", kind: .listens))
    func use(
      _ kind: ModuleGraph.Edge.Kind, _ target: ModuleGraph.Node.Kind, _ name: String,
      _ fileID: String
    ) -> ModuleGraph.Use {
      let location = CodeLocation(fileID: fileID, line: 7)
      return .init(
        kind, target, name, module: location.module, location: location, origin: .code)
    }
    builder.add(use: use(.triggers, .event, "didLand", "Cargo/Unload.swift"))
    builder.add(use: use(.names, .task, "Late", "Desk/Desk.swift"))
    let graph = builder.graph()
    let triggering = AffectedDeclarations(
      of: [("Cargo/Unload.swift", "Cargo/Unload.swift")], in: graph)
    #expect(
      triggering.reached.map(\.way) == [
        ["Cargo/Unload.swift", "event didLand"],
        ["Cargo/Unload.swift", "event didLand", "callback land (Log)"],
      ])
    #expect(triggering.reached.map(\.depth) == [1, 2])
    #expect(
      AffectedDeclarations(
        of: [("Cargo/Unload.swift", "Cargo/Unload.swift")], in: graph, depth: 0
      ).reached.isEmpty)
    let named = AffectedDeclarations(of: [("Office/Late.swift", "Office/Late.swift")], in: graph)
    #expect(named.reached.map(\.id) == ["task:Late", "code:Desk/Desk.swift:7"])
    #expect(named.modules == ["Desk", "Office"])
    #expect(named.lines.last == "affected: 1 declaration of 1 module")
    #expect(SourceFileIDs(graph).candidates(for: "Unload.swift") == ["Cargo/Unload.swift"])
  }

  // MARK: - Properties

  /// A direction in which changes go along an edge, said in another form than the sources have it.
  private static func influences(_ edge: ModuleGraph.Edge, in graph: ModuleGraph) -> [[String]] {
    let end = graph.node(edge.to)?.kind
    switch edge.kind.rawValue {
    case "runs", "provides", "wireFrom": return [[edge.from, edge.to]]
    case "wireTo" where end == .task || end == .route || end == .job:
      return [[edge.from, edge.to], [edge.to, edge.from]]
    case "wireTo": return [[edge.from, edge.to]]
    case "listens", "observes", "calls", "dependsOn", "after": return [[edge.to, edge.from]]
    default: return []
    }
  }

  /// A Boolean value that indicates whether code changes what it names.
  private static func isChange(_ use: ModuleGraph.Use) -> Bool {
    ["triggers", "sets", "enqueues"].contains(use.kind.rawValue)
  }

  /// All that is reached, by going through all edges until nothing is new.
  private static func model(_ files: Set<String>, _ graph: ModuleGraph) -> Set<String> {
    var reached = Set(
      graph.nodes.filter { node in
        node.certainty == .declared && node.locations.contains { files.contains($0.fileID) }
      }.map(\.id))
    for resolved in graph.uses where isChange(resolved.use) {
      if let file = resolved.use.location?.fileID, files.contains(file) {
        reached.formUnion(resolved.nodes)
      }
    }
    let code = graph.uses.filter { !isChange($0.use) }.flatMap { resolved in
      resolved.nodes.compactMap { node in resolved.use.location.map { [node, "code:\($0)"] } }
    }
    let pairs = graph.edges.flatMap { influences($0, in: graph) } + code
    while true {
      let next = reached.union(pairs.filter { reached.contains($0[0]) }.map { $0[1] })
      if next == reached { return reached }
      reached = next
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `The reached declarations are those of a naive model, and more files reach more`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let graph = ModuleGraph.random(&random)
    let files = Array(Set(graph.nodes.flatMap(\.locations).map(\.fileID))).sorted()
    let chosen = files.filter { _ in Bool.random(using: &random) }
    func affected(_ files: [String], depth: Int = .max) -> AffectedDeclarations {
      AffectedDeclarations(of: files.map { ($0, $0) }, in: graph, depth: depth)
    }
    let whole = affected(chosen)
    #expect(Set(whole.reached.map(\.id)) == Self.model(Set(chosen), graph))
    #expect(Set(whole.reached.map(\.id)).count == whole.reached.count)
    let fewer = affected(chosen.filter { _ in Bool.random(using: &random) })
    #expect(Set(fewer.reached.map(\.id)).isSubset(of: whole.reached.map(\.id)))
    let depth = Int.random(in: 0...4, using: &random)
    #expect(
      affected(chosen, depth: depth).reached.map(\.id)
        == whole.reached.filter { $0.depth <= depth }.map(\.id))
    #expect(affected(chosen.reversed()).reached.map(\.depth) == whole.reached.map(\.depth))
  }
}
