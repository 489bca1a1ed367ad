extension ModuleGraph {
  /// The level of detail of a drawing.
  public enum DetailLevel: Sendable, Hashable, CaseIterable {
    /// Modules and their dependencies.
    case modules
    /// All nodes in their modules, and all edges.
    case nodes
  }
}

/// Names for the nodes of a drawing, which need no escaping.
struct NodeNames {
  private let names: [String: String]

  /// Assigns numbers to unique ids.
  init(_ ids: [String], prefix: String) {
    names = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, "\(prefix)\($0)") })
  }

  subscript(id: String) -> String { names[id] ?? "unknown" }
}

/// The label of an arrow between modules.
enum ReasonLabel {
  /// Returns the first reasons, with the names of the connecting nodes.
  static func text(of edge: ModuleGraph.ModuleEdge, in graph: ModuleGraph) -> String {
    var counts: [ModuleGraph.Node.ID: Int] = [:]
    for reason in edge.reasons {
      if let count = reason.count { counts[reason.node, default: 0] += count }
    }
    let names = edge.reasons.map(\.node).uniqued().map { node in
      // The id of a contract is a number, so its name is shown.
      let name = graph.node(node).map { ModuleGraph.Node.id($0.kind, $0.name) } ?? node
      return name + (counts[node].map { " (seen \($0)×)" } ?? "")
    }
    let more = names.count > 3 ? ["and \(names.count - 3) more"] : []
    return (names.prefix(3) + more).joined(separator: "\n")
  }
}

extension ModuleGraph.ModuleEdge {
  /// A Boolean value that indicates whether the edge is drawn with an arrow, because one module
  /// depends on the other.
  ///
  /// Otherwise the modules only share names.
  var isDirected: Bool { reasons.contains { $0.kind != .shares } }

  /// A Boolean value that indicates whether only traces contain the edge.
  var isOnlySeen: Bool { reasons.allSatisfy { $0.origin == .trace } }
}

/// An arrow from the code of a module to a node that it uses.
struct DrawnUse: Hashable {
  let module: String
  let node: ModuleGraph.Node.ID
  let kind: ModuleGraph.Edge.Kind
  let isSeen: Bool

  /// Returns the arrows of a graph in their order, with their counts in traces.
  static func all(in graph: ModuleGraph) -> [(use: DrawnUse, label: String)] {
    var order: [DrawnUse] = []
    var counts: [DrawnUse: Int] = [:]
    for resolved in graph.uses {
      for node in resolved.nodes {
        let drawn = DrawnUse(
          module: resolved.use.module, node: node, kind: resolved.use.kind,
          isSeen: resolved.use.isSeen)
        if counts[drawn] == nil { order.append(drawn) }
        counts[drawn, default: 0] += resolved.use.count ?? 0
      }
    }
    return order.map { drawn in
      let count = counts[drawn] ?? 0
      return (drawn, drawn.kind.words + (drawn.isSeen && count > 0 ? " (seen \(count)×)" : ""))
    }
  }
}

extension ModuleGraph {
  /// Draws all nodes: the nodes of each module in a box, and then the others.
  ///
  /// - Parameters:
  ///   - open: Returns the first lines of a box, given its number and the module.
  ///   - close: The last line of a box.
  ///   - line: Returns the line of a node, without indentation.
  /// - Returns: The lines.
  func boxedNodeLines(
    open: (Int, String) -> [String], close: String, line: (Node) -> String
  ) -> [String] {
    let groups = Dictionary(grouping: nodes, by: \.module)
    var lines: [String] = []
    for (number, module) in groups.keys.compactMap(\.self).sorted().enumerated() {
      lines += open(number, module)
      for node in groups[module] ?? [] { lines.append("    " + line(node)) }
      lines.append(close)
    }
    for node in groups[nil] ?? [] { lines.append("  " + line(node)) }
    return lines
  }
}

extension ModuleGraph.Node {
  /// The label of the node in a drawing.
  var label: String { kind == .wire ? "wire" : "\(name)\n\(kind)" }
}
