import TaskPlanning

/// The plan of a run for an event, as if it started now.
public struct TaskDryRun: Sendable {
  /// A task that would not run.
  public struct LeftOut: Sendable, Hashable {
    public let name: String
    /// The reason, as a sentence.
    public let reason: String
  }

  /// The event.
  public let event: TaskEvent

  /// The tasks in the order of the plan.
  public let tasks: [TaskDescription]

  /// The tasks that would not run because of problems.
  public let leftOut: [LeftOut]

  /// The problems of the plan.
  public let problems: [TaskError]

  /// A Boolean value that indicates whether ``TaskProblemPolicy/throw`` rejects the plan, so that
  /// no task would run.
  public let isRejected: Bool

  let plan: TaskPlan

  /// The names of the tasks, in the order of the plan.
  public var order: [String] { tasks.map(\.name) }

  /// The plan as a graph for Graphviz.
  public var dot: String { plan.dot() }

  /// The plan as a flowchart for Mermaid.
  public var mermaid: String { plan.mermaid() }
}

extension TaskDryRun: CustomStringConvertible {
  /// The order as plain text, with the omitted tasks and the problems.
  public var description: String {
    let count = tasks.count == 1 ? "1 task" : "\(tasks.count) tasks"
    var lines = ["\(event): " + (isRejected ? "no task would run because of the problems" : count)]
    var table = ReportTable([.right("#"), .left("task"), .left("priority"), .left("depends on")])
    for (index, task) in tasks.enumerated() {
      let needed = task.dependencies + task.after
      table.append([
        "\(index + 1)", task.name, "\(task.priority)",
        needed.isEmpty ? "-" : needed.joined(separator: ", "),
      ])
    }
    if !tasks.isEmpty { lines += table.lines }
    if !leftOut.isEmpty {
      lines.append("left out: " + leftOut.map(\.name.onOneLine).joined(separator: ", "))
    }
    if !problems.isEmpty {
      lines.append("problems:")
      lines += problems.map { "- \($0.description.onOneLine)" }
    }
    return lines.joined(separator: "\n")
  }
}
