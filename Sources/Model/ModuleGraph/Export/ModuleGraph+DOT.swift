import Spelling

extension ModuleGraph {
  /// Returns the graph in Graphviz format.
  ///
  /// Arrows read like sentences: from a callback to the event that it observes. Dotted edges are
  /// uncertain or only known from traces. Dashed edges only share or follow. Missing nodes are red.
  /// Uses start at the code of a module.
  public func dot(_ level: DetailLevel = .modules) -> String {
    var lines = [
      "digraph modules {", "  rankdir=LR;",
      "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=10];",
    ]
    switch level {
    case .modules: lines += moduleLines
    case .nodes: lines += nodeLines
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private var moduleLines: [String] {
    let names = NodeNames(modules.map(\.name), prefix: "m")
    let boxes = modules.map { module in
      let label = "\(module.name)\n\(module.nodeCount) declared"
      return "  \(names[module.name]) [label=\(EscapedText.graphviz(label))];"
    }
    let arrows = moduleEdges.map { edge in
      let line = edge.isOnlySeen ? "dotted" : edge.isDependency ? "" : "dashed"
      let style =
        (line.isEmpty ? "" : ", style=\(line)") + (edge.isDirected ? "" : ", dir=none")
      let label = ReasonLabel.text(of: edge, in: self)
      return """
          \(names[edge.from]) -> \(names[edge.to]) [label=\(EscapedText.graphviz(label))\(style)];
        """
    }
    return boxes + arrows
  }

  private var nodeLines: [String] {
    let names = NodeNames(nodes.map(\.id), prefix: "n")
    var lines = boxedNodeLines(
      open: { ["  subgraph cluster_\($0) {", "    label=\(EscapedText.graphviz($1));"] },
      close: "  }"
    ) { node in
      let tooltip = ([node.name] + node.locations.map(\.description)).joined(separator: "\n")
      var attributes = [
        "label=\(EscapedText.graphviz(node.label))", "tooltip=\(EscapedText.graphviz(tooltip))",
      ]
      switch node.certainty {
      case .missing: attributes.append("color=red, style=\"rounded,dashed\"")
      case .unresolved: attributes.append("style=\"rounded,dotted\"")
      default: break
      }
      return "\(names[node.id]) [\(attributes.joined(separator: ", "))];"
    }
    for edge in edges {
      var attributes = ["label=\(EscapedText.graphviz(edge.kind.words))"]
      if !edge.isCertain {
        attributes.append("style=dotted")
      } else if edge.kind == .after {
        attributes.append("style=dashed")
      }
      lines.append(
        "  \(names[edge.from]) -> \(names[edge.to]) [\(attributes.joined(separator: ", "))];")
    }
    return lines + useLines(to: names)
  }

  /// Returns the code of modules, with arrows to the nodes that it uses.
  private func useLines(to nodes: NodeNames) -> [String] {
    let uses = DrawnUse.all(in: self)
    let modules = uses.map(\.use.module).uniqued()
    let names = NodeNames(modules, prefix: "u")
    let boxes = modules.map { module in
      "  \(names[module]) [label=\(EscapedText.graphviz("\(module)\ncode")), shape=note];"
    }
    return boxes
      + uses.map { use, label in
        let style = use.isSeen ? ", style=dotted" : ""
        return """
            \(names[use.module]) -> \(nodes[use.node]) [label=\(EscapedText.graphviz(label))\(style)];
          """
      }
  }
}
