extension ModuleGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case formatVersion, modules, nodes, edges, moduleEdges, problems, uses, usesAreKnown, live
  }

  /// Reads a graph.
  ///
  /// - Throws: A ``ModuleGraphError``, if it is of a version that is not known or does
  ///   not fit together; otherwise what the decoder says.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .formatVersion)
    guard version == Self.jsonFormatVersion else {
      throw ModuleGraphError.unknownVersion(version)
    }
    let nodes = try container.decode([Node].self, forKey: .nodes)
    let edges = try container.decode([Edge].self, forKey: .edges)
    var ids: Set<Node.ID> = []
    for node in nodes where !ids.insert(node.id).inserted {
      throw ModuleGraphError.repeatedNode(node.id)
    }
    for edge in edges {
      for id in [edge.from, edge.to] where !ids.contains(id) {
        throw ModuleGraphError.unknownNode(id, of: edge)
      }
    }
    let uses = try container.decodeIfPresent([ResolvedUse].self, forKey: .uses) ?? []
    for use in uses {
      for id in use.nodes where !ids.contains(id) {
        throw ModuleGraphError.unknownNode(id, of: use.use)
      }
    }
    let order = GraphOrder(nodes: nodes)
    self.init(
      modules: try container.decode([Module].self, forKey: .modules), nodes: order.nodes,
      edges: order.ordered(edges),
      moduleEdges: try container.decode([ModuleEdge].self, forKey: .moduleEdges),
      problems: try container.decode([ModuleProblem].self, forKey: .problems),
      uses: uses,
      usesAreKnown: try container.decodeIfPresent(Bool.self, forKey: .usesAreKnown) ?? false,
      live: try container.decodeIfPresent(Live.self, forKey: .live))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.jsonFormatVersion, forKey: .formatVersion)
    try container.encode(modules, forKey: .modules)
    try container.encode(nodes, forKey: .nodes)
    try container.encode(edges, forKey: .edges)
    try container.encode(moduleEdges, forKey: .moduleEdges)
    try container.encode(problems, forKey: .problems)
    if usesAreKnown || !uses.isEmpty { try container.encode(uses, forKey: .uses) }
    if usesAreKnown { try container.encode(true, forKey: .usesAreKnown) }
    try container.encodeIfPresent(live, forKey: .live)
  }
}
