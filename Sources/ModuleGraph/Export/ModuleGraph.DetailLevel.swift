extension ModuleGraph {
  /// How much of a graph is drawn.
  public enum DetailLevel: Sendable, Hashable, CaseIterable {
    /// Modules, and which reach into which.
    case modules
    /// All nodes in their modules, and all edges.
    case nodes
  }
}
