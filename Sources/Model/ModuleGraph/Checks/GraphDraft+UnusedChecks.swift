extension GraphDraft {
  /// Finds declarations without uses, if the uses in code are known.
  mutating func checkUnusedDeclarations() {
    let used = UsedNodes(self)
    let joined = edgesOfNodes()
    let misspelled = misspelledNodes()
    for number in nodes.indices.sorted(by: { nodes[$0].id < nodes[$1].id }) {
      let node = nodes[number]
      guard !used.contains(node), !misspelled.contains(node.id) else { continue }
      let edges = joined[number].map { self.edges[$0] }
      switch node.kind {
      case .route where node.certainty == .declared && used.isFirstOfFunction(node):
        report(unused: node, "calls it: no code, no contract and no wire")
      case .contract where node.certainty == .declared:
        report(unused: node, "calls it")
      case .job where node.certainty == .declared:
        report(unused: node, "enqueues it: no code and no wire")
      case .relay where node.certainty == .declared && edges.isEmpty:
        report(unused: node, "reads or sets it: no code, no observer and no wire")
      case .event where node.isShareable && node.certainty == .mentioned:
        let takers = edges.filter { $0.kind == .listens || $0.kind == .wireFrom }
          .compactMap { self.node($0.kind == .listens ? $0.from : $0.to) }
        if !takers.isEmpty { report(unused: node, "triggers it: no code and no wire", takers) }
      default: break
      }
    }
  }

  /// Returns the nodes without uses because of a misspelled name, which is already reported.
  private func misspelledNodes() -> Set<Node.ID> {
    problems.reduce(into: []) { ids, problem in
      switch problem.code {
      case .nearlySameName: ids.formUnion(problem.nodes)
      case .unresolvedUse:
        guard let kind = problem.nodes.first.flatMap({ node($0)?.kind }) else { return }
        ids.formUnion(problem.suggestions.map { Node.id(kind, $0) })
      default: break
      }
    }
  }

  private mutating func report(unused node: Node, _ verb: String, _ takers: [Node] = []) {
    problems.append(.unusedDeclaration(node, takers: takers, verb: verb))
  }
}

/// The nodes that code or wires use.
private struct UsedNodes {
  typealias Node = ModuleGraph.Node

  private var ids: Set<Node.ID> = []
  /// The names with unknown parts in code, by the kind of the named node.
  private var patterns: [Node.Kind: [NamePattern]] = [:]
  /// The functions with a route that is used, or that may be called from outside.
  private var functions: Set<Function> = []
  /// The first route of each function.
  private var firsts: [Function: Node.ID] = [:]

  /// A function of a routing class, which may have several routes.
  private struct Function: Hashable {
    let location: CodeLocation?
    let text: ModuleGraph.Attribute.Value?

    init(_ route: Node) {
      location = route.locations.first
      text = route[attribute: "leadsTo"]
    }
  }

  init(_ draft: GraphDraft) {
    for resolved in draft.resolvedUses {
      ids.formUnion(resolved.nodes)
      if resolved.use.hasUnknownPart {
        patterns[resolved.use.target, default: []].append(NamePattern(resolved.use.name))
      }
    }
    for edge in draft.edges where [.wireTo, .calls].contains(edge.kind) { ids.insert(edge.to) }
    patterns = patterns.mapValues { $0.uniqued() }
    for node in draft.nodes where node.kind == .route {
      let function = Function(node)
      firsts[function] = min(firsts[function] ?? node.id, node.id)
      if ids.contains(node.id) || node[attribute: "access"] == "external" || isNamed(node) {
        functions.insert(function)
      }
    }
  }

  func contains(_ node: Node) -> Bool {
    if node.kind == .route { return functions.contains(Function(node)) }
    return ids.contains(node.id) || isNamed(node)
  }

  /// Returns whether a route represents its function in messages.
  func isFirstOfFunction(_ route: Node) -> Bool { firsts[Function(route)] == route.id }

  private func isNamed(_ node: Node) -> Bool {
    patterns[node.kind]?.contains { $0.matches(node.name) } ?? false
  }
}

/// A name of which code contains only the start and the end: `order.{}.done`.
private struct NamePattern: Hashable {
  private let start: Substring
  private let end: Substring

  init(_ name: String) {
    start = name.firstRange(of: "{}").map { name[..<$0.lowerBound] } ?? name[...]
    var end = name[...]
    while let hole = end.firstRange(of: "{}") { end = end[hole.upperBound...] }
    self.end = end
  }

  func matches(_ name: String) -> Bool {
    name.hasPrefix(start) && name.hasSuffix(end) && name.count >= start.count + end.count
  }
}
