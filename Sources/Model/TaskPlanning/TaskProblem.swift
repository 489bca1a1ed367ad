package import RecordFormat
import Spelling

/// A problem or a surprise in the declaration of tasks.
package struct TaskProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem.
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// Tasks require each other in a cycle.
    case cycle
    /// A task depends on itself.
    case selfDependency
    /// A task depends on an unknown task.
    case unknownDependency
    /// A task depends on a task outside of this run that has not run yet.
    case dependencyNotYetRun
    /// A task depends on a task outside of this run that will not run.
    case dependencyNeverRuns
    /// Two tasks have the same name.
    case duplicateName
    /// Tasks wait for each other in a cycle, which was broken at a soft edge.
    case brokenCycle
  }

  /// The severity of a problem.
  package enum Severity: Sendable, Hashable {
    /// A task cannot run as declared.
    case error
    /// All tasks run, but not in the requested order.
    case notice
  }

  /// A task in a message, by its name and source location.
  package struct Mention: Sendable, Hashable, CustomStringConvertible {
    package let name: String
    /// The source location of its declaration, or `nil` if the task is unknown.
    package let location: CodeLocation?

    package var description: String { location.map { "'\(name)' (\($0))" } ?? "'\(name)'" }
  }

  package let code: Code

  package let severity: Severity

  /// The affected tasks.
  ///
  /// For a cycle, each task comes before a task that it depends on, and the first one is repeated
  /// at the end. Otherwise, the dependent comes first.
  package let tasks: [Mention]

  /// The possibly intended names, starting with the nearest.
  package let suggestions: [String]

  /// A sentence with the problem, its place and the fix.
  package let message: String

  package var description: String { message }

  init(
    _ code: Code, _ severity: Severity = .error, tasks: [Mention], suggestions: [String] = [],
    message: String
  ) {
    self.code = code
    self.severity = severity
    self.tasks = tasks
    self.suggestions = suggestions
    self.message = message
  }
}

extension TaskProblem.Mention {
  init(_ task: PlannedTask) { self.init(name: task.name, location: task.location) }
  init(_ task: KnownTask) { self.init(name: task.name, location: task.location) }
}

extension TaskProblem {
  /// Returns the problem of tasks that require each other in a cycle.
  ///
  /// - Parameters:
  ///   - way: The tasks of the cycle, with the first one repeated at the end.
  ///   - others: The number of further tasks in cycles with these.
  /// - Returns: One problem for all of them.
  static func cycle(_ way: [Mention], others: Int) -> TaskProblem {
    let more =
      others == 0
      ? "" : " \(others) more \(others == 1 ? "task is" : "tasks are") in cycles with them."
    return TaskProblem(
      .cycle, tasks: way,
      message: """
        tasks require each other in a cycle, so none of them can be the first: \
        \(arrows(way)). They are declared at \(locations(way)).\(more) Remove one of these \
        dependencies, or let one task only follow the other.
        """)
  }

  /// Returns the problem of a task that depends on itself.
  static func selfDependency(_ task: Mention, isHard: Bool) -> TaskProblem {
    TaskProblem(
      .selfDependency, isHard ? .error : .notice, tasks: [task],
      message: isHard
        ? """
        task \(task) requires itself, so it can never start. Remove its name from its \
        requirements.
        """
        : "task \(task) follows itself, which is ignored. Remove its name from the tasks that it follows."
    )
  }

  /// Returns the problem of a task that depends on an unknown task.
  static func unknownDependency(
    of task: Mention, on name: String, isHard: Bool, suggestions: [Mention]
  ) -> TaskProblem {
    let hint =
      suggestions.isEmpty
      ? ""
      : " Did you mean \(suggestions.map(\.description).joined(separator: " or "))?"
    return TaskProblem(
      .unknownDependency, isHard ? .error : .notice,
      tasks: [task, Mention(name: name, location: nil)],
      suggestions: suggestions.map(\.name),
      message: isHard
        ? """
        task \(task) requires '\(name)', but no task has this name.\(hint) Correct the name, \
        declare the task, or remove the dependency.
        """
        : """
        task \(task) follows '\(name)', but no task has this name, so it does not wait.\(hint) \
        Correct or remove the name.
        """)
  }

  /// Returns the problem of a task that depends on a task outside of this run that has not run yet.
  static func dependencyNotYetRun(
    of task: Mention, on other: Mention, isHard: Bool
  ) -> TaskProblem {
    TaskProblem(
      .dependencyNotYetRun, isHard ? .error : .notice, tasks: [task, other],
      message: isHard
        ? """
        task \(task) requires \(other), which belongs to another event and has not run yet. \
        Let both run at one event, or let the required task run at an earlier one.
        """
        : """
        task \(task) follows \(other), which belongs to another event and has not run yet, so it \
        does not wait. Let both run at one event, or remove the name.
        """)
  }

  /// Returns the problem of a task that requires a task outside of this run that will not run.
  static func dependencyNeverRuns(of task: Mention, on other: Mention) -> TaskProblem {
    TaskProblem(
      .dependencyNeverRuns, tasks: [task, other],
      message: """
        task \(task) requires \(other), which will not run again. Let the required task run at the \
        same event or at an earlier one, or remove the dependency.
        """)
  }

  /// Returns the problem of two tasks with the same name.
  static func duplicateName(_ first: Mention, _ second: Mention) -> TaskProblem {
    TaskProblem(
      .duplicateName, tasks: [first, second],
      message: """
        two tasks are named '\(first.name)', one at \(first.location.map(\.description) ?? "?") and one at \
        \(second.location.map(\.description) ?? "?"). Only the first one runs. Rename or remove one of them.
        """)
  }

  /// Returns the problem of tasks that wait for each other in a cycle, which was broken at a soft
  /// edge.
  ///
  /// - Parameters:
  ///   - way: The tasks of the cycle, with the first one repeated at the end. The first task does
  ///     not wait for the second one.
  ///   - others: The number of further dropped edges between them.
  /// - Returns: One problem for all of them.
  static func brokenCycle(_ way: [Mention], others: Int) -> TaskProblem {
    let more =
      switch others {
      case 0: ""
      case 1: " 1 more dependency among them is also ignored."
      default: " \(others) more dependencies among them are also ignored."
      }
    return TaskProblem(
      .brokenCycle, .notice, tasks: way,
      message: """
        tasks wait for each other in a cycle: \(arrows(way)). They are declared at \
        \(locations(way)). To break it, '\(way[0].name)' does not wait for '\(way[1].name)'.\(more) \
        Remove that dependency, or reverse another one.
        """)
  }

  private static func arrows(_ way: [Mention]) -> String {
    way.map(\.name).shortened.joined(separator: " → ")
  }

  private static func locations(_ way: [Mention]) -> String {
    way.dropLast().map { $0.location.map(\.description) ?? "?" }.shortened.joined(separator: ", ")
  }
}

extension ModuleProblem {
  /// Converts a problem of the planner for the lists of tools and `TaskManager.problems`.
  package init(_ problem: TaskProblem) {
    let code: Code =
      switch problem.code {
      case .cycle: .taskCycle
      case .brokenCycle: .brokenTaskCycle
      case .selfDependency: .selfDependency
      case .unknownDependency: .unknownDependency
      case .duplicateName: .duplicateTask
      case .dependencyNotYetRun, .dependencyNeverRuns: .dependencyOfOtherEvent
      }
    // A cycle lists its first task again at the end.
    var names: Set<String> = []
    var locations: Set<CodeLocation> = []
    self.init(
      code, problem.severity == .error ? .error : .notice, problem.message,
      locations: problem.tasks.compactMap(\.location).filter { locations.insert($0).inserted },
      // The ids of nodes in a graph.
      nodes: problem.tasks.map(\.name).filter { names.insert($0).inserted }.map { "task:\($0)" },
      suggestions: problem.suggestions)
  }
}

/// A policy for tasks that cannot run as declared.
package enum ProblemPolicy: Sendable, Hashable, CaseIterable {
  /// No task runs, and the caller reports the errors of the plan.
  case fail
  /// The affected tasks and all tasks that require them are left out.
  ///
  /// The others run.
  case skip
  /// All tasks run.
  ///
  /// The members of a cycle run by priority, without their dependencies on each other, and missing
  /// requirements are ignored. Only the second of two tasks with the same name is left out, because
  /// they cannot be distinguished.
  case priorityOrder
}

/// A task that is not part of the order.
package struct LeftOutTask: Sendable, Hashable {
  /// The reason why a task is left out.
  package enum Cause: Sendable, Hashable {
    /// The problem of the task itself, with its index in ``TaskPlan/problems``.
    case problem(Int)
    /// The task requires this omitted task.
    ///
    /// The original cause is the problem with this index.
    case requires(Int, problem: Int)

    /// The index of the original problem.
    package var problem: Int {
      switch self {
      case .problem(let number), .requires(_, problem: let number): number
      }
    }
  }

  /// The number of the task.
  package let task: Int

  /// The reason why it is left out.
  package let cause: Cause
}
