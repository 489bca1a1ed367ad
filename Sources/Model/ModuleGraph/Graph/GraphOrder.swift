/// The order of nodes and edges in a graph.
struct GraphOrder {
  typealias Node = ModuleGraph.Node
  typealias Edge = ModuleGraph.Edge

  /// The nodes, sorted by kind, name and id.
  let nodes: [Node]

  private let numbers: [Node.ID: Int]

  /// Sorts nodes, whose ids must be unique.
  init(nodes: [Node]) {
    let ranks = Dictionary(
      uniqueKeysWithValues: Node.Kind.known.enumerated().map { ($1, $0) })
    let ordered = nodes.map { (rank: ranks[$0.kind] ?? ranks.count, node: $0) }
      .sorted { left, right in
        if left.rank != right.rank { return left.rank < right.rank }
        return (left.node.kind.rawValue, left.node.name, left.node.id)
          < (right.node.kind.rawValue, right.node.name, right.node.id)
      }
    self.nodes = ordered.map(\.node)
    numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.node.id, $0) })
  }

  /// Returns the edges sorted by source, kind and target, without repetitions.
  ///
  /// Edges with an unknown node are omitted.
  func ordered(_ edges: [Edge]) -> [Edge] {
    var keyed = edges.compactMap { edge -> (from: Int, to: Int, edge: Edge)? in
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
      return (from, to, edge)
    }
    keyed.sort { left, right in
      if left.from != right.from { return left.from < right.from }
      if left.edge.kind != right.edge.kind {
        return left.edge.kind.rawValue < right.edge.kind.rawValue
      }
      if left.to != right.to { return left.to < right.to }
      // If an edge is repeated, the certain one is kept.
      return left.edge.isCertain && !right.edge.isCertain
    }
    var ordered: [Edge] = []
    ordered.reserveCapacity(keyed.count)
    for (_, _, edge) in keyed {
      if let last = ordered.last, last.from == edge.from, last.to == edge.to,
        last.kind == edge.kind
      {
        continue
      }
      ordered.append(edge)
    }
    return ordered
  }
}
