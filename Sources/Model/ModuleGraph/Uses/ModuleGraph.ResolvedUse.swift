extension ModuleGraph {
  /// A use in code, with what it leads to.
  public struct ResolvedUse: Sendable, Hashable {
    public let use: Use

    /// The ids of the nodes that it leads to; empty if the graph has none of them.
    ///
    /// Of a contract it has the contract first, then the routes that it calls.
    public let nodes: [Node.ID]

    /// Joins a use to nodes.
    public init(_ use: Use, nodes: [Node.ID]) {
      self.use = use
      self.nodes = nodes
    }
  }
}

extension ModuleGraph.ResolvedUse: Codable {
  private enum CodingKeys: String, CodingKey {
    case nodes
  }

  public init(from decoder: any Decoder) throws {
    use = try ModuleGraph.Use(from: decoder)
    nodes = try decoder.container(keyedBy: CodingKeys.self).decode(
      [ModuleGraph.Node.ID].self, forKey: .nodes)
  }

  public func encode(to encoder: any Encoder) throws {
    try use.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nodes, forKey: .nodes)
  }
}
