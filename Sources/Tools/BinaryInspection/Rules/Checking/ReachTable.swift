import ModuleGraph

/// The pairs of modules that reach into each other or share names, with the reasons.
struct ReachTable {
  typealias Reason = ModuleGraph.ModuleEdge.Reason

  /// A module and another module that it reaches into.
  struct Pair: Hashable, Comparable {
    let from: String
    let to: String

    /// The pair in the opposite direction.
    var turned: Pair { Pair(from: to, to: from) }

    static func < (left: Pair, right: Pair) -> Bool {
      (left.from, left.to) < (right.from, right.to)
    }
  }

  /// The names of all modules.
  let modules: Set<String>

  /// The pairs of connected modules, in order.
  ///
  /// Modules that share a name are connected in both directions.
  let pairs: [Pair]

  private var reasons: [Pair: [Reason]] = [:]
  private var nodeKinds: [ModuleGraph.Node.ID: String] = [:]

  /// Collects the pairs of a graph.
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

  /// Returns the reasons of a pair to which a rule applies.
  func reasons(_ pair: Pair, for rule: Rule) -> [Reason] {
    (reasons[pair] ?? []).filter { isCovered($0, by: rule) }
  }

  /// Returns the reasons of a pair by which the first module depends on the second.
  func dependencies(_ pair: Pair) -> [Reason] {
    (reasons[pair] ?? []).filter(\.isDependency)
  }

  /// Returns whether a rule applies to a reason.
  func isCovered(_ reason: Reason, by rule: Rule) -> Bool {
    rule.covers(
      edge: reason.kind.rawValue, node: nodeKinds[reason.node] ?? "",
      isDependency: reason.isDependency)
  }
}
