package import RecordFormat

/// A plan of tasks, with their order, their dependencies and their problems.
///
/// Tasks are identified by their index in `tasks`, which is the order of their declaration.
package struct TaskPlan: Sendable, Hashable {
  /// The tasks as given.
  package let tasks: [PlannedTask]

  /// The lane of each task, in a separate array because each pass over the plan needs it.
  let lanes: [TaskLane]

  /// The policy for tasks that cannot run as declared.
  package let policy: ProblemPolicy

  /// The tasks that run, each after its dependencies, otherwise sorted by priority and then by
  /// declaration.
  package let order: [Int]

  /// The position of each task in `order`, or -1 for omitted ones.
  package let positions: [Int32]

  /// The tasks in the order in which workers prefer them.
  ///
  /// They are sorted by the length of the longest chain of dependents, then by priority, then by
  /// declaration.
  let preferred: [Int32]

  /// The rank of each task among the ready ones of its lane.
  ///
  /// It is the position in `preferred` for a task of the workers, and the bitwise complement of the
  /// position in `order` for a task of the main lane. One array therefore contains both.
  let places: [Int32]

  /// The edges from each task to the tasks that wait for it, which are acyclic and without omitted
  /// tasks.
  package let edges: TaskEdges

  /// The number of tasks for which each task waits.
  package let inDegrees: [Int32]

  /// The edges between tasks of this run as declared, including cycles, but without edges from a
  /// task to itself.
  package let declaredEdges: TaskEdges

  /// All problems and notices.
  package let problems: [TaskProblem]

  /// The omitted tasks, sorted by number.
  package let leftOut: [LeftOutTask]

  /// The problems that are errors, not notices.
  package var errors: [TaskProblem] { problems.filter { $0.severity == .error } }

  /// A Boolean value that indicates whether no task may run, because of the policy.
  package var isRefused: Bool {
    policy == .fail && problems.contains { $0.severity == .error }
  }

  /// Returns the reason why a task is left out, or `nil` if it runs.
  package func leftOutCause(of task: Int) -> LeftOutTask.Cause? {
    guard positions[task] < 0 else { return nil }
    // Omitted tasks are few, and sorted.
    var range = leftOut.startIndex..<leftOut.endIndex
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range =
        leftOut[middle].task <= task
        ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return leftOut[range.lowerBound].cause
  }

  /// Returns a sentence about why a task is left out, or `nil` if it runs.
  package func leftOutReason(of task: Int) -> String? {
    guard let cause = leftOutCause(of: task) else { return nil }
    let mention = TaskProblem.Mention(tasks[task])
    let message = problems[cause.problem].message
    return switch cause {
    case .problem: "\(mention) is omitted: \(message)"
    case .requires(let other, _):
      "\(mention) is omitted because it requires \(TaskProblem.Mention(tasks[other])), "
        + "which is also omitted: \(message)"
    }
  }
}

/// A task for the planner, without closure and clock, with only the properties that determine its
/// order.
package struct PlannedTask: Sendable, Hashable {
  /// The unique name, which others use to depend on it.
  package var name: String

  /// The priority.
  ///
  /// Tasks with a lower number run earlier.
  package var priority: Int

  /// The tasks that must succeed before it.
  package var requires: [String]

  /// The tasks that must finish before it, if they run at all.
  package var follows: [String]

  /// The lane of the task.
  package var lane: TaskLane

  /// The source location of the declaration, such as `Module/File.swift:12`.
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
  /// One task after another, in the order of the plan.
  case main
  /// On any free worker.
  case workers
}

/// An existing task that is not part of this run, for example of another event.
package struct KnownTask: Sendable, Hashable {
  /// The state of a task outside the run.
  package enum State: Sendable, Hashable {
    /// The task has succeeded, so its dependents may run.
    case hasRun
    /// The task may still run, but after the start of this run.
    case notYet
    /// The task will not run, or has failed.
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
