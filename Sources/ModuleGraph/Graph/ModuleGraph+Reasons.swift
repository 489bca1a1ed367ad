extension ModuleGraph {
  /// Returns the declarations that make a module reach into another for a reason.
  ///
  /// - Parameters:
  ///   - reason: One of the reasons of an edge between modules.
  ///   - from: The module that reaches.
  ///   - to: The one that it reaches into.
  /// - Returns: The nodes of the module that reaches first, then those of the
  ///   other, each once.
  /// - Complexity: Linear in the edges of the node by which they are joined.
  package func declarations(
    behind reason: ModuleEdge.Reason, from: String, to: String
  ) -> [Node] {
    var declarations: [Node] = []
    for edge in edges(from: reason.node) + edges(to: reason.node) {
      guard let source = node(edge.from), let target = node(edge.to) else { continue }
      guard
        reason.kind == .shares
          || (edge.kind == reason.kind && edge.sentence(from: source, to: target) == reason.text)
      else { continue }
      declarations += [source, target]
    }
    // A shared name belongs to no module, but has the source locations of all its uses.
    if declarations.isEmpty, let node = node(reason.node) { declarations = [node] }
    let own = declarations.filter { $0.module == from }
    let others = declarations.filter { $0.module == to }
    let all = own + others
    return (all.isEmpty ? declarations : all).uniqued()
  }
}

extension ModuleGraph.Edge {
  /// The edge as a sentence without an end: `task Sync requires task Login`.
  func sentence(from: ModuleGraph.Node, to: ModuleGraph.Node) -> String {
    "\(from.kind) \(from.name) \(kind.words) \(to.kind) \(to.name)"
  }
}
