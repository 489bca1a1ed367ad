extension TaskPlan {
  /// The plan as plain lines: the tasks in their order, those left out, and the problems.
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
    // A name may have line breaks in it; a line of the list must not.
    return parts.compactMap(\.self).joined(separator: " ")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
