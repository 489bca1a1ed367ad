extension TaskPlan {
  /// The plan as a flowchart for Mermaid, which many readers of Markdown draw.
  ///
  /// Arrows lead from a task to those that wait for it: solid to those that require it,
  /// dotted to those that only follow it, with a cross where it is ignored. Tasks
  /// of the main lane have thick lines, those left out and what is missing are dashed and
  /// red.
  package func mermaid() -> String {
    let text = PlanText(plan: self)
    var lines = [
      "flowchart LR",
      "  classDef main stroke-width:3px",
      "  classDef out stroke:#d00,stroke-dasharray:4",
    ]
    for (index, task) in tasks.enumerated() {
      lines.append(
        "  t\(index)[\"\(Self.escaped(task.name))<br/>\(Self.escaped(text.details(of: index)))\"]")
      if task.lane == .main { lines.append("  class t\(index) main") }
      if positions[index] < 0 { lines.append("  class t\(index) out") }
    }
    for edge in text.edges {
      let arrow =
        switch (edge.isHard, edge.isHeeded) {
        case (true, true): "-->"
        case (true, false): "--x"
        case (false, true): "-.->"
        case (false, false): "-.-x"
        }
      lines.append("  t\(edge.task) \(arrow) t\(edge.dependent)")
    }
    for (number, missing) in text.missing.enumerated() {
      lines.append("  m\(number)[\"\(Self.escaped(missing.name))\"]")
      lines.append("  class m\(number) out")
      lines.append("  m\(number) \(missing.isHard ? "--x" : "-.-x") t\(missing.task)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text that Mermaid shows as it is between quotes.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "#", "&", "<", ">", "`", "\\", "%", ";": escaped += "#\(scalar.value);"
      case _ where scalar.properties.generalCategory == .control: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
