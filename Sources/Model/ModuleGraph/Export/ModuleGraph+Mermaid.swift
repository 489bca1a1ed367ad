import Spelling

extension ModuleGraph {
  /// The graph for Mermaid, as it can stand in Markdown.
  ///
  /// Arrows lead as sentences do: from a callback to the event that it listens to.
  /// Dotted ones are not certain, only share, only follow, or are only known from traces;
  /// what is missing is red. Uses lead from the code of a module.
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
      "  \(names[module.name])[\(Self.quoted("\(module.name)\n\(module.nodeCount) declared"))]"
    }
    let arrows = moduleEdges.map { edge in
      let label = Self.quoted(ReasonLabel.text(of: edge, in: self))
      let arrow =
        edge.isDependency && !edge.isOnlySeen ? "-->" : edge.isDirected ? "-.->" : "-.-"
      return "  \(names[edge.from]) \(arrow)|\(label)| \(names[edge.to])"
    }
    return boxes + arrows
  }

  private var nodeLines: [String] {
    let names = NodeNames(nodes.map(\.id), prefix: "n")
    var lines = boxedNodeLines(
      open: { ["  subgraph s\($0) [\(Self.quoted($1))]"] }, close: "  end"
    ) { node in
      let label = Self.quoted(node.label)
      return names[node.id] + (node.certainty.isOwned ? "[\(label)]" : "([\(label)])")
    }
    for edge in edges {
      let arrow = edge.isCertain && edge.kind != .after ? "-->" : "-.->"
      lines.append(
        "  \(names[edge.from]) \(arrow)|\(Self.quoted(edge.kind.words))| \(names[edge.to])")
    }
    lines += useLines(to: names)
    let missing = nodes.filter { $0.certainty == .missing }
    if !missing.isEmpty {
      lines.append("  classDef missing stroke:#b42318,stroke-dasharray:4")
      lines.append("  class \(missing.map { names[$0.id] }.joined(separator: ",")) missing")
    }
    return lines
  }

  /// The code of modules, with arrows to what it uses.
  private func useLines(to nodes: NodeNames) -> [String] {
    let uses = DrawnUse.all(in: self)
    let modules = uses.map(\.use.module).uniqued()
    let names = NodeNames(modules, prefix: "u")
    return modules.map { "  \(names[$0])[/\(Self.quoted("\($0)\ncode"))/]" }
      + uses.map { use, label in
        let arrow = use.isSeen ? "-.->" : "-->"
        return "  \(names[use.module]) \(arrow)|\(Self.quoted(label))| \(nodes[use.node])"
      }
  }

  /// A text between quotes, in which Mermaid finds nothing to interpret.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": quoted += "<br/>"
      case "\"", "#", "<", ">", "&", "`", "\\", "%", ";", "|": quoted += "#\(scalar.value);"
      case _ where EscapedText.isHidden(scalar): quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
