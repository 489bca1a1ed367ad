package import ModuleGraph

/// The direct effects of declarations.
///
/// For each node of a graph, these are the nodes and the code that a change of the node affects in
/// one step.
///
/// The edges of a graph are sentences such as `task Sync requires task Login`. An effect often has
/// the opposite direction: a change of Login affects Sync. Code that calls a route or reads a relay
/// can be affected, and ends a path, because its declaration is unknown.
package struct InfluenceMap: Sendable {
  typealias Node = ModuleGraph.Node
  typealias Edge = ModuleGraph.Edge

  private let graph: ModuleGraph
  /// The uses in code, by the identifier of their location.
  private let code: [String: ModuleGraph.Use]
  /// The nodes that the code of each file changes, which are the events that it triggers.
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

  /// Returns the identifiers of the nodes and the code that a change of a node affects in one step,
  /// without duplicates.
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

  /// Returns the use in code with this identifier, or `nil` if it identifies a node.
  func use(_ id: String) -> ModuleGraph.Use? { code[id] }

  /// Returns the identifier of code at a location: `code:Feed/Feed.swift:12`.
  private static func id(of location: CodeLocation) -> String { "code:\(location)" }

  /// Returns whether a use of this kind changes the named object, and does not depend on it.
  private static func isChange(_ kind: Edge.Kind) -> Bool {
    [.triggers, .sets, .enqueues].contains(kind)
  }

  /// Returns whether a change at the start of an edge affects its end.
  ///
  /// This is the case if values flow in this direction, or if the end exists because of the start.
  private static func runsAlong(_ kind: Edge.Kind) -> Bool {
    [.runs, .provides, .wireFrom, .wireTo].contains(kind)
  }

  /// Returns whether a change at the end of an edge affects its start, which names the end.
  private func runsAgainst(_ edge: Edge) -> Bool {
    switch edge.kind {
    case .listens, .observes, .calls, .dependsOn, .after: true
    // A wire calls a route and runs a task or a job. It does not depend on an event or a relay that
    // it changes.
    case .wireTo:
      graph.node(edge.to).map { [.route, .task, .job].contains($0.kind) } ?? false
    default: false
    }
  }
}
