package import RecordFormat

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

  /// The order in which workers prefer tasks: by the number of tasks in the longest chain of
  /// dependents, then by priority, then by declaration.
  let preferred: [Int32]

  /// The place of each task among the ready ones of its lane.
  ///
  /// It is the position in `preferred` for a task of the workers, and the complement of the
  /// position in `order` for a task of the main lane, so that one array tells both.
  let places: [Int32]

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

/// A task as the planner sees it: no closure, no clock, only what decides about its
/// place among the others.
package struct PlannedTask: Sendable, Hashable {
  /// The name, by which others depend on it; unique.
  package var name: String

  /// The priority; a lower number runs earlier.
  package var priority: Int

  /// The tasks that must have succeeded before it.
  package var requires: [String]

  /// The tasks that must be over before it, if they run at all.
  package var follows: [String]

  /// The lane on which it runs.
  package var lane: TaskLane

  /// The source location of the declaration, as `Module/File.swift:12`.
  package var location: CodeLocation

  package init(
    name: String, priority: Int, requires: [String] = [], follows: [String] = [],
    lane: TaskLane = .workers, location: CodeLocation
  ) {
    self.name = name
    self.priority = priority
    self.requires = requires
    self.follows = follows
    self.lane = lane
    self.location = location
  }
}

/// The executor of a task in a plan.
package enum TaskLane: Sendable, Hashable, CaseIterable {
  /// One after another, in the order of the plan.
  case main
  /// On whichever worker is free.
  case workers
}

/// A task that exists and is not part of this run, such as one of another event.
package struct KnownTask: Sendable, Hashable {
  /// The state of a task outside the run.
  package enum State: Sendable, Hashable {
    /// It has run and succeeded, so its dependents may run.
    case hasRun
    /// It may still run, but after this run has begun.
    case notYet
    /// It will not run any more, or has failed.
    case never
  }

  package var name: String

  /// The state of the task.
  package var state: State

  /// The source location of the declaration, as `Module/File.swift:12`.
  package var location: CodeLocation

  package init(name: String, state: State, location: CodeLocation) {
    self.name = name
    self.state = state
    self.location = location
  }
}
