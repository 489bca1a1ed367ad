import Spelling

/// The strings that all exports of a plan share.
struct PlanText {
  let plan: TaskPlan

  /// Returns the name of a priority.
  static func priority(_ priority: Int) -> String {
    switch priority {
    case 0: "critical"
    case 1: "high"
    case 2: "default"
    case 3: "low"
    default: "priority \(priority)"
    }
  }

  /// Returns the name of the lane, or `nil` for the default one.
  static func lane(_ lane: TaskLane) -> String? { lane == .main ? "main" : nil }

  /// Returns the lines below the name of a task.
  func details(of task: Int) -> String {
    let planned = plan.tasks[task]
    let position = plan.positions[task]
    return [
      position < 0 ? "left out" : "\(position + 1).",
      Self.priority(planned.priority),
      Self.lane(planned.lane),
    ].compactMap(\.self).joined(separator: " ")
  }

  /// A dependency that is not a task of this run.
  struct Missing {
    let task: Int
    let name: String
    let isHard: Bool
  }

  /// The dependencies outside of this run that are problems.
  var missing: [Missing] {
    let numbers = Dictionary(
      plan.tasks.enumerated().map { (TaskProblem.Mention($1), $0) },
      uniquingKeysWith: { first, _ in first })
    return plan.problems.compactMap { problem in
      switch problem.code {
      case .unknownDependency, .dependencyNotYetRun, .dependencyNeverRuns:
        numbers[problem.tasks[0]].map {
          Missing(
            task: $0, name: problem.tasks[1].name, isHard: problem.severity == .error)
        }
      case .cycle, .selfDependency, .duplicateName, .brokenCycle: nil
      }
    }
  }

  /// An edge as declared.
  struct Edge {
    let task: Int
    let dependent: Int
    let isHard: Bool
    /// A Boolean value that indicates whether the run respects the edge.
    let isHeeded: Bool
  }

  /// All edges as declared, sorted by task.
  var edges: [Edge] {
    plan.tasks.indices.flatMap { task in
      let heeded = Set(plan.edges.all(of: task).map { plan.edges.targets[$0] })
      let hard = plan.declaredEdges.hard(of: task)
      return plan.declaredEdges.all(of: task).map { place in
        let dependent = plan.declaredEdges.targets[place]
        return Edge(
          task: task, dependent: Int(dependent), isHard: hard.contains(place),
          isHeeded: heeded.contains(dependent))
      }
    }
  }
}

extension TaskPlan {
  /// Returns the plan in Graphviz format.
  ///
  /// Arrows go from a task to the tasks that wait for it. They are solid for required tasks, dashed
  /// for tasks that only follow, and red for ignored edges. Tasks of the main lane have thick
  /// borders. Omitted tasks are dashed and red, and missing ones are octagons.
  package func dot() -> String {
    let text = PlanText(plan: self)
    var lines = ["digraph tasks {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    for (index, task) in tasks.enumerated() {
      var attributes = [
        "label=\(EscapedText.graphviz(task.name + "\n" + text.details(of: index)))",
        "tooltip=\(EscapedText.graphviz(leftOutReason(of: index) ?? "\(task.location)"))",
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
        "  m\(number) [label=\(EscapedText.graphviz(missing.name)), shape=octagon, style=solid, color=red];"
      )
      lines.append(
        "  m\(number) -> t\(missing.task) [color=red\(missing.isHard ? "" : ", style=dashed")];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }
}

extension TaskPlan {
  /// Returns the plan as a Mermaid flowchart, which many Markdown viewers show.
  ///
  /// Arrows go from a task to the tasks that wait for it. They are solid for required tasks, dotted
  /// for tasks that only follow, and have a cross for ignored edges. Tasks of the main lane have
  /// thick borders. Omitted and missing tasks are dashed and red.
  package func mermaid() -> String {
    let text = PlanText(plan: self)
    var lines = [
      "flowchart LR",
      "  classDef main stroke-width:3px",
      "  classDef out stroke:#d00,stroke-dasharray:4",
    ]
    for (index, task) in tasks.enumerated() {
      lines.append(
        "  t\(index)[\(EscapedText.mermaid("\(task.name)\n\(text.details(of: index))"))]")
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
      lines.append("  m\(number)[\(EscapedText.mermaid(missing.name))]")
      lines.append("  class m\(number) out")
      lines.append("  m\(number) \(missing.isHard ? "--x" : "-.-x") t\(missing.task)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension TaskPlan {
  /// Returns the plan as plain lines: the tasks in their order, the omitted ones, and the problems.
  package func listing() -> String {
    var lines = order.enumerated().map { position, task in
      "\(position + 1). \(line(for: task))"
    }
    if !leftOut.isEmpty {
      lines.append("left out:")
      lines += leftOut.map { "- \(line(for: $0.task))" }
    }
    if !problems.isEmpty {
      lines.append("problems:")
      lines += problems.map { "- \($0.severity == .error ? "error" : "notice"): \($0.message)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(for task: Int) -> String {
    let planned = tasks[task]
    let parts = [
      planned.name,
      "("
        + [PlanText.priority(planned.priority), PlanText.lane(planned.lane)]
        .compactMap(\.self).joined(separator: ", ") + ")",
      planned.requires.isEmpty ? nil : "requires \(planned.requires.joined(separator: ", "))",
      planned.follows.isEmpty ? nil : "follows \(planned.follows.joined(separator: ", "))",
      "at \(planned.location)",
    ]
    // A name may contain line breaks, but a line of the list must not.
    return parts.compactMap(\.self).joined(separator: " ")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
