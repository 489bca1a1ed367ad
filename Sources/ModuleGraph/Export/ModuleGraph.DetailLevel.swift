extension ModuleGraph {
  /// The level of detail of a drawing.
  public enum DetailLevel: Sendable, Hashable, CaseIterable {
    /// Modules, and which reach into which.
    case modules
    /// All nodes in their modules, and all edges.
    case nodes
  }
}
