/// In which order tasks run, what waits for what, and what is wrong with them.
///
/// Tasks have the numbers that they have in `tasks`, which is the order of their
/// declaration.
package struct TaskPlan: Sendable, Hashable {
  /// The tasks, as they were given.
  package let tasks: [PlannedTask]

  /// The lane of each task: apart from the tasks, since a walk through the plan needs it
  /// for each.
  let lanes: [TaskLane]

  /// The policy for tasks that cannot run as they are declared.
  package let policy: ProblemPolicy

  /// The tasks that run: each behind all it depends on, otherwise by priority, then by
  /// declaration.
  package let order: [Int]

  /// The position of each task in `order`; -1 for those left out.
  package let positions: [Int32]

  /// The order without dependencies: the number of each task by priority, then by
  /// declaration.
  package let ranks: [Int32]

  /// From each task to those that wait for it: acyclic, and without those left out.
  package let edges: TaskEdges

  /// The number of tasks for which each task waits.
  package let inDegrees: [Int32]

  /// The edges as declared between tasks of this run, cycles and all; a task's edges
  /// to itself are not among them.
  package let declaredEdges: TaskEdges

  /// All that is wrong or surprising.
  package let problems: [TaskProblem]

  /// The tasks that do not run, by their numbers.
  package let leftOut: [LeftOutTask]

  /// The problems that are errors, and no mere notices.
  package var errors: [TaskProblem] { problems.filter { $0.severity == .error } }

  /// A Boolean value that indicates whether nothing may run, by the policy.
  package var isRefused: Bool {
    policy == .fail && problems.contains { $0.severity == .error }
  }

  /// Why a task is left out, or nil if it is not.
  package func leftOutCause(of task: Int) -> LeftOutTask.Cause? {
    guard positions[task] < 0 else { return nil }
    // Those left out are few, and sorted.
    var range = leftOut.startIndex..<leftOut.endIndex
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range =
        leftOut[middle].task <= task
        ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return leftOut[range.lowerBound].cause
  }

  /// Why a task is left out, as a sentence, or nil if it is not.
  package func leftOutReason(of task: Int) -> String? {
    guard let cause = leftOutCause(of: task) else { return nil }
    let mention = TaskProblem.Mention(tasks[task])
    let message = problems[cause.problem].message
    return switch cause {
    case .problem: "\(mention) is left out: \(message)"
    case .requires(let other, _):
      "\(mention) is left out because it requires \(TaskProblem.Mention(tasks[other])), "
        + "which is left out as well: \(message)"
    }
  }
}
