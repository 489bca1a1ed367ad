import Spelling

extension ModuleGraph {
  /// Returns the graph in Mermaid format, for use in Markdown.
  ///
  /// Arrows read like sentences: from a callback to the event that it observes. Dotted arrows are
  /// uncertain, only share, only follow, or are only known from traces. Missing nodes are red. Uses
  /// start at the code of a module.
  public func mermaid(_ level: DetailLevel = .modules) -> String {
    let lines =
      switch level {
      case .modules: moduleLines
      case .nodes: nodeLines
      }
    return (["flowchart LR"] + lines).joined(separator: "\n") + "\n"
  }

  private var moduleLines: [String] {
    let names = NodeNames(modules.map(\.name), prefix: "m")
    let boxes = modules.map { module in
      "  \(names[module.name])[\(EscapedText.mermaid("\(module.name)\n\(module.nodeCount) declared"))]"
    }
    let arrows = moduleEdges.map { edge in
      let label = EscapedText.mermaid(ReasonLabel.text(of: edge, in: self))
      let arrow =
        edge.isDependency && !edge.isOnlySeen ? "-->" : edge.isDirected ? "-.->" : "-.-"
      return "  \(names[edge.from]) \(arrow)|\(label)| \(names[edge.to])"
    }
    return boxes + arrows
  }

  private var nodeLines: [String] {
    let names = NodeNames(nodes.map(\.id), prefix: "n")
    var lines = boxedNodeLines(
      open: { ["  subgraph s\($0) [\(EscapedText.mermaid($1))]"] }, close: "  end"
    ) { node in
      let label = EscapedText.mermaid(node.label)
      return names[node.id] + (node.certainty.isOwned ? "[\(label)]" : "([\(label)])")
    }
    for edge in edges {
      let arrow = edge.isCertain && edge.kind != .after ? "-->" : "-.->"
      lines.append(
        "  \(names[edge.from]) \(arrow)|\(EscapedText.mermaid(edge.kind.words))| \(names[edge.to])")
    }
    lines += useLines(to: names)
    let missing = nodes.filter { $0.certainty == .missing }
    if !missing.isEmpty {
      lines.append("  classDef missing stroke:#b42318,stroke-dasharray:4")
      lines.append("  class \(missing.map { names[$0.id] }.joined(separator: ",")) missing")
    }
    return lines
  }

  /// Returns the code of modules, with arrows to the nodes that it uses.
  private func useLines(to nodes: NodeNames) -> [String] {
    let uses = DrawnUse.all(in: self)
    let modules = uses.map(\.use.module).uniqued()
    let names = NodeNames(modules, prefix: "u")
    return modules.map { "  \(names[$0])[/\(EscapedText.mermaid("\($0)\ncode"))/]" }
      + uses.map { use, label in
        let arrow = use.isSeen ? "-.->" : "-->"
        return "  \(names[use.module]) \(arrow)|\(EscapedText.mermaid(label))| \(nodes[use.node])"
      }
  }
}
