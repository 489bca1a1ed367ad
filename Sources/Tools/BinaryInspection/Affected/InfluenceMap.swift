package import ModuleGraph

/// The direct influences of declarations: for each node of a graph, the nodes and the code that
/// its change reaches in one step.
///
/// Edges of a graph are sentences such as `task Sync requires task Login`, and an influence
/// often runs against them: a change of Login reaches Sync. Code that calls a route or reads a
/// relay is reached and ends a way, as its declaration is not known.
package struct InfluenceMap: Sendable {
  typealias Node = ModuleGraph.Node
  typealias Edge = ModuleGraph.Edge

  private let graph: ModuleGraph
  /// The uses in code by the id of their location.
  private let code: [String: ModuleGraph.Use]
  /// The nodes that the code of each file changes: events that it triggers.
  private let changes: [String: [Node.ID]]

  package init(_ graph: ModuleGraph) {
    self.graph = graph
    var code: [String: ModuleGraph.Use] = [:]
    var changes: [String: [Node.ID]] = [:]
    for resolved in graph.uses {
      guard let location = resolved.use.location else { continue }
      if Self.isChange(resolved.use.kind) {
        changes[location.fileID, default: []] += resolved.nodes
      } else {
        code[Self.id(of: location)] = resolved.use
      }
    }
    self.code = code
    self.changes = changes
  }

  /// Returns the ids of the nodes and of the code that a change of a node reaches in one step,
  /// each once.
  ///
  /// - Complexity: O(*n*) in the edges and uses of the node.
  package func influenced(by id: ModuleGraph.Node.ID) -> [String] {
    var known: Set<String> = [id]
    let along = graph.edges(from: id).filter { Self.runsAlong($0.kind) }.map(\.to)
    let against = graph.edges(to: id).filter(runsAgainst).map(\.from)
    let users = graph.uses(of: id).filter { !Self.isChange($0.use.kind) }
      .compactMap { $0.use.location.map(Self.id) }
    return (along + against + users).filter { known.insert($0).inserted }
  }

  /// Returns the nodes that the code of a file changes.
  func changed(byCodeIn fileID: String) -> [Node.ID] { changes[fileID] ?? [] }

  /// Returns the use in the code with an id; `nil` for the id of a node.
  func use(_ id: String) -> ModuleGraph.Use? { code[id] }

  /// The id of code at a location: `code:Feed/Feed.swift:12`.
  private static func id(of location: CodeLocation) -> String { "code:\(location)" }

  /// Returns whether code with a verb changes what it names, and does not depend on it.
  private static func isChange(_ kind: Edge.Kind) -> Bool {
    [.triggers, .sets, .enqueues].contains(kind)
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
