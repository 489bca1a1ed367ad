package import ModuleGraph

/// The direct influences of declarations: for each node of a graph, the nodes that its change
/// reaches in one step.
///
/// Edges of a graph are sentences such as `task Sync requires task Login`, and an influence
/// often runs against them: a change of Login reaches Sync.
package struct InfluenceMap: Sendable {
  typealias Node = ModuleGraph.Node
  typealias Edge = ModuleGraph.Edge

  private let graph: ModuleGraph

  package init(_ graph: ModuleGraph) { self.graph = graph }

  /// Returns the nodes that a change of a node reaches in one step, each once, in the order
  /// of the graph's edges.
  ///
  /// - Complexity: O(*n*) in the edges of the node.
  package func influenced(by id: ModuleGraph.Node.ID) -> [ModuleGraph.Node.ID] {
    var known: Set<Node.ID> = [id]
    let along = graph.edges(from: id).filter { Self.runsAlong($0.kind) }.map(\.to)
    let against = graph.edges(to: id).filter(runsAgainst).map(\.from)
    return (along + against).filter { known.insert($0).inserted }
  }

  /// Returns whether a change of the node at the beginning of an edge reaches the one at its
  /// end: values flow there, or it exists because of the first.
  private static func runsAlong(_ kind: Edge.Kind) -> Bool {
    [.runs, .provides, .wireFrom, .wireTo].contains(kind)
  }

  /// Returns whether a change of the node at the end of an edge reaches the one at its
  /// beginning, which names it.
  private func runsAgainst(_ edge: Edge) -> Bool {
    switch edge.kind {
    case .listens, .observes, .calls, .dependsOn, .after: true
    // A wire calls a route and runs a task or a job; it does not depend on an event or a relay
    // that it changes.
    case .wireTo:
      graph.node(edge.to).map { [.route, .task, .job].contains($0.kind) } ?? false
    default: false
    }
  }
}
