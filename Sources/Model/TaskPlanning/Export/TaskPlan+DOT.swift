extension TaskPlan {
  /// The plan as a graph for Graphviz.
  ///
  /// Arrows lead from a task to those that wait for it: solid to those that require it,
  /// dashed to those that only follow it, red where it is ignored. Tasks of the main
  /// lane are boxes with thick lines, those left out are dashed and red, what is missing is
  /// an octagon.
  package func dot() -> String {
    let text = PlanText(plan: self)
    var lines = ["digraph tasks {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    for (index, task) in tasks.enumerated() {
      var attributes = [
        "label=\(Self.quoted(task.name + "\n" + text.details(of: index)))",
        "tooltip=\(Self.quoted(leftOutReason(of: index) ?? "\(task.location)"))",
      ]
      if task.lane == .main { attributes.append("penwidth=3") }
      if positions[index] < 0 { attributes.append("style=\"rounded,dashed\", color=red") }
      lines.append("  t\(index) [\(attributes.joined(separator: ", "))];")
    }
    for edge in text.edges {
      var attributes: [String] = []
      if !edge.isHard { attributes.append("style=dashed") }
      if !edge.isHeeded { attributes.append("color=red") }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      lines.append("  t\(edge.task) -> t\(edge.dependent)\(list);")
    }
    for (number, missing) in text.missing.enumerated() {
      lines.append(
        "  m\(number) [label=\(Self.quoted(missing.name)), shape=octagon, style=solid, color=red];")
      lines.append(
        "  m\(number) -> t\(missing.task) [color=red\(missing.isHard ? "" : ", style=dashed")];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// A text between quotes, in which Graphviz finds nothing to interpret.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.properties.generalCategory == .control: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
