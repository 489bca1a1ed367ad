import ModuleGraph

/// Which modules reach into which others and why, in the directions that rules
/// have.
struct ReachTable {
  typealias Reason = ModuleGraph.ModuleEdge.Reason

  /// Two modules, the one that reaches first.
  struct Pair: Hashable, Comparable {
    let from: String
    let to: String

    /// The pair the other way around.
    var turned: Pair { Pair(from: to, to: from) }

    static func < (left: Pair, right: Pair) -> Bool {
      (left.from, left.to) < (right.from, right.to)
    }
  }

  /// The names of all modules.
  let modules: Set<String>

  /// The pairs of modules between which there is something, in order; what modules
  /// share is in both directions.
  let pairs: [Pair]

  private var reasons: [Pair: [Reason]] = [:]
  private var nodeKinds: [ModuleGraph.Node.ID: String] = [:]

  /// Looks at a graph.
  init(_ graph: ModuleGraph) {
    var modules = Set(graph.modules.map(\.name))
    for edge in graph.moduleEdges {
      modules.formUnion([edge.from, edge.to])
      let pair = Pair(from: edge.from, to: edge.to)
      reasons[pair, default: []] += edge.reasons
      for reason in edge.reasons {
        if reason.kind == .shares { reasons[pair.turned, default: []].append(reason) }
        nodeKinds[reason.node] = graph.node(reason.node)?.kind.rawValue
      }
    }
    self.modules = modules
    pairs = reasons.keys.sorted()
  }

  /// The reasons of a pair that a rule covers.
  func reasons(_ pair: Pair, for rule: Rule) -> [Reason] {
    (reasons[pair] ?? []).filter { isCovered($0, by: rule) }
  }

  /// The reasons of a pair by which one depends on the other.
  func dependencies(_ pair: Pair) -> [Reason] {
    (reasons[pair] ?? []).filter(\.isDependency)
  }

  /// Returns whether a rule is about a reason.
  func isCovered(_ reason: Reason, by rule: Rule) -> Bool {
    rule.covers(
      edge: reason.kind.rawValue, node: nodeKinds[reason.node] ?? "",
      isDependency: reason.isDependency)
  }
}
