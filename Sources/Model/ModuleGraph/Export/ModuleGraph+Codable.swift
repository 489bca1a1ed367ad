#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ModuleGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case formatVersion, modules, nodes, edges, moduleEdges, problems, uses, usesAreKnown, live
  }

  /// Decodes a graph.
  ///
  /// - Throws: A ``ModuleGraphError`` if its version is unknown or its parts are inconsistent.
  ///   Otherwise the decoder's error.
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
    for (key, value) in members { try container.encode(value, forKey: key) }
  }

  /// Returns the graph as JSON with line breaks, using an encoder.
  func text(by encoder: JSONEncoder) throws -> String {
    try JSONDocument.text(of: members, encoder: encoder)
  }

  /// The members of the graph in JSON.
  private var members: [(key: CodingKeys, value: any Encodable)] {
    var members: [(key: CodingKeys, value: any Encodable)] = [
      (.formatVersion, Self.jsonFormatVersion), (.modules, modules), (.nodes, nodes),
      (.edges, edges), (.moduleEdges, moduleEdges), (.problems, problems),
    ]
    if usesAreKnown || !uses.isEmpty { members.append((.uses, uses)) }
    if usesAreKnown { members.append((.usesAreKnown, true)) }
    if let live { members.append((.live, live)) }
    return members
  }
}
