extension ModuleGraph {
  /// The level of detail of a drawing.
  public enum DetailLevel: Sendable, Hashable, CaseIterable {
    /// Modules, and which reach into which.
    case modules
    /// All nodes in their modules, and all edges.
    case nodes
  }
}

/// Names for the nodes of a drawing, in which nothing has to be escaped.
struct NodeNames {
  private let names: [String: String]

  /// Numbers things that each have an id of their own.
  init(_ ids: [String], prefix: String) {
    names = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, "\(prefix)\($0)") })
  }

  subscript(id: String) -> String { names[id] ?? "unknown" }
}

/// The label of an arrow between modules.
enum ReasonLabel {
  /// The first reasons, by the names of what joins the modules.
  static func text(of edge: ModuleGraph.ModuleEdge) -> String {
    let names = edge.reasons.map(\.node).uniqued()
    let more = names.count > 3 ? ["and \(names.count - 3) more"] : []
    return (names.prefix(3) + more).joined(separator: "\n")
  }
}

extension ModuleGraph {
  /// The nodes by the modules that declare them, those of none at the end.
  var nodesByModule: [(module: String?, nodes: [Node])] {
    let groups = Dictionary(grouping: nodes, by: \.module)
    let owned = groups.keys.compactMap(\.self).sorted().map { name in
      (module: Optional(name), nodes: groups[name] ?? [])
    }
    return owned + (groups[nil].map { [(module: nil, nodes: $0)] } ?? [])
  }
}
