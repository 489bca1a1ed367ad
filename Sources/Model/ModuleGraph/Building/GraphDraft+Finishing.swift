import Declarations
import Spelling

extension GraphDraft {
  /// Reads the contents of a builder.
  mutating func read(_ builder: ModuleGraph.Builder) {
    var builder = builder
    builder.moveDeclarationsOutOfUses()
    searchBudget = SearchBudget(steps: builder.limits.searchSteps)
    wireEndsLeft = builder.limits.wireEnds
    routeStepsLeft = builder.limits.routeSteps
    let records = withoutRepetitions(builder.records.inOrder(DeclaredRecord.comesBefore))
      .map(RecordReading.init)
    declaredKeys = DeclaredRelayKeys(records)
    currentNames = Self.currentNames(records)
    for reading in records {
      let record = reading.record
      if let path = record.imagePath { images[record.module, default: []].insert(path) }
      read(reading)
    }
    // Nodes of the running program extend the nodes of records, and do not repeat them.
    for node in builder.nodes { merge(node) }
    let routes = readRoutes(
      of: records, and: builder.routes, findingProblems: !builder.omitsProblems)
    readTasks(added: builder)
    let declared = Set(wires.map(\.wire.identity))
    for wire in builder.wires where !declared.contains(wire.identity) { declare(wire) }
    for edge in builder.edges { join(edge.from, edge.kind, edge.to, isCertain: edge.isCertain) }
    placeWires(among: routes)
    uses += builder.uses
    usesAreKnown = builder.usesAreKnown
    resolveUses(among: routes)
    mentionMissingEnds()
    if !builder.omitsProblems { check(at: builder.moment) }
  }

  /// Returns the graph in its final order, with everything derived from it.
  func finished(live: ModuleGraph.Live?) -> ModuleGraph {
    let order = GraphOrder(nodes: nodes)
    let edges = order.ordered(edges)
    let modules = ModuleSurvey(
      nodes: order.nodes, edges: edges, uses: resolvedUses, images: images)
    return ModuleGraph(
      modules: modules.modules, nodes: order.nodes, edges: edges, moduleEdges: modules.edges,
      problems: problems.inOrder(), uses: resolvedUses, usesAreKnown: usesAreKnown, live: live)
  }

  /// Removes repeated records, and reports them.
  private mutating func withoutRepetitions(_ records: [DeclaredRecord]) -> [DeclaredRecord] {
    struct Key: Hashable {
      let kind: RecordKind
      let id: UInt64
    }
    var firsts: [Key: DeclaredRecord] = [:]
    return records.filter { record in
      guard let first = firsts.updateValue(record, forKey: Key(kind: record.kind, id: record.id))
      else { return true }
      firsts[Key(kind: record.kind, id: record.id)] = first
      problems.append(.duplicateRecord(record, after: first))
      return false
    }
  }

  /// Adds nodes for the ends of edges that have no node.
  private mutating func mentionMissingEnds() {
    for edge in edges {
      for id in [edge.from, edge.to] where node(id) == nil {
        let kind = id.unicodeScalars.prefix { $0 != ":" }
        let name = id.unicodeScalars.dropFirst(kind.count + 1)
        merge(
          Node(
            id: id, kind: Node.Kind(rawValue: String(kind)),
            name: name.isEmpty ? id : String(name), certainty: .missing))
      }
    }
  }
}

extension [ModuleProblem] {
  /// Returns the problems sorted by severity, with errors first, and otherwise in their order.
  func inOrder() -> [ModuleProblem] {
    ModuleProblem.Severity.allCases.flatMap { severity in filter { $0.severity == severity } }
  }
}
