package import RecordFormat
import Spelling

/// Something about the declaration of tasks that is wrong or surprising.
package struct TaskProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem.
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// Tasks require each other in a cycle.
    case cycle
    /// A task depends on itself.
    case selfDependency
    /// A task depends on one that does not exist.
    case unknownDependency
    /// A task depends on one outside of this run that has not run yet.
    case dependencyNotYetRun
    /// A task depends on one outside of this run that is not going to run.
    case dependencyNeverRuns
    /// Two tasks have one name.
    case duplicateName
    /// Tasks wait for each other in a cycle that is broken where one only follows
    /// another.
    case brokenCycle
  }

  /// The severity of a problem.
  package enum Severity: Sendable, Hashable {
    /// A task cannot run as it is declared.
    case error
    /// All run, though not in the order that was asked for.
    case notice
  }

  /// A task by its name and by where it is declared.
  package struct Mention: Sendable, Hashable, CustomStringConvertible {
    package let name: String
    /// The source location of its declaration; `nil` if there is no such task.
    package let location: CodeLocation?

    package var description: String { location.map { "'\(name)' (\($0))" } ?? "'\(name)'" }
  }

  package let code: Code

  package let severity: Severity

  /// The tasks concerned: of a cycle, all once around, each before one it depends
  /// on and the first again at the end; otherwise the dependent first.
  package let tasks: [Mention]

  /// The names that may have been meant, the nearest first.
  package let suggestions: [String]

  /// A sentence that says what is wrong, where, and what can be done about it.
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
  /// Tasks require each other in a cycle.
  ///
  /// - Parameters:
  ///   - way: Once around, the first again at the end.
  ///   - others: How many more tasks are in cycles with these.
  /// - Returns: One problem for all of them.
  static func cycle(_ way: [Mention], others: Int) -> TaskProblem {
    let more =
      others == 0
      ? "" : " \(others) more \(others == 1 ? "is" : "are") entangled with them by other cycles."
    return TaskProblem(
      .cycle, tasks: way,
      message: """
        tasks require each other in a cycle, so none of them can be the first: \
        \(arrows(way)); they are declared at \(locations(way)).\(more) Take out one of these \
        dependencies, or let one task only follow the other.
        """)
  }

  /// A task depends on itself.
  static func selfDependency(_ task: Mention, isHard: Bool) -> TaskProblem {
    TaskProblem(
      .selfDependency, isHard ? .error : .notice, tasks: [task],
      message: isHard
        ? """
        task \(task) requires itself, so it can never start. Take its name out of what it \
        requires.
        """
        : "task \(task) follows itself, which is ignored. Take its name out of what it follows.")
  }

  /// A task depends on one that does not exist.
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
        task \(task) requires '\(name)', but no task is called so.\(hint) Correct the name, \
        declare the task, or take the dependency out.
        """
        : """
        task \(task) follows '\(name)', but no task is called so; it waits for nothing.\(hint) \
        Correct the name, or take it out.
        """)
  }

  /// A task depends on one outside of this run that has not run yet.
  static func dependencyNotYetRun(
    of task: Mention, on other: Mention, isHard: Bool
  ) -> TaskProblem {
    TaskProblem(
      .dependencyNotYetRun, isHard ? .error : .notice, tasks: [task, other],
      message: isHard
        ? """
        task \(task) requires \(other), which belongs to another event and has not run yet. \
        Let both run at one event, or the required task at an earlier one.
        """
        : """
        task \(task) follows \(other), which belongs to another event and has not run yet; it \
        does not wait. Let both run at one event, or take the name out.
        """)
  }

  /// A task requires one outside of this run that is not going to run.
  static func dependencyNeverRuns(of task: Mention, on other: Mention) -> TaskProblem {
    TaskProblem(
      .dependencyNeverRuns, tasks: [task, other],
      message: """
        task \(task) requires \(other), which is not going to run any more. Let the required \
        task run at the same event or at an earlier one, or take the dependency out.
        """)
  }

  /// Two tasks have one name.
  static func duplicateName(_ first: Mention, _ second: Mention) -> TaskProblem {
    TaskProblem(
      .duplicateName, tasks: [first, second],
      message: """
        two tasks are called '\(first.name)', one at \(first.location.map(\.description) ?? "?") and one at \
        \(second.location.map(\.description) ?? "?"); only the first counts. Rename or remove one of them.
        """)
  }

  /// Tasks wait for each other in a cycle, which is broken where one only follows another.
  ///
  /// - Parameters:
  ///   - way: Once around, the first again at the end; the first does not wait for
  ///     the second.
  ///   - others: How many more tasks among them do not wait.
  /// - Returns: One problem for all of them.
  static func brokenCycle(_ way: [Mention], others: Int) -> TaskProblem {
    let more =
      switch others {
      case 0: ""
      case 1: " 1 more dependency among them is ignored too."
      default: " \(others) more dependencies among them are ignored too."
      }
    return TaskProblem(
      .brokenCycle, .notice, tasks: way,
      message: """
        tasks wait for each other in a cycle: \(arrows(way)); they are declared at \
        \(locations(way)). To break it, '\(way[0].name)' does not wait for '\(way[1].name)'.\(more) \
        Take out that dependency, or reverse another one.
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
  /// Creates the problem that tools and `TaskManager.problems` list, from one of the planner's.
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
    // A cycle is listed with its first task again at the end.
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

/// A policy for tasks that cannot run as they are declared.
package enum ProblemPolicy: Sendable, Hashable, CaseIterable {
  /// Nothing runs: the caller that asked for the plan reports its errors.
  case fail
  /// The tasks concerned and all that require them are left out; the others run.
  case skip
  /// All run: the members of a cycle by priority, as if they did not depend on each
  /// other, and a requirement that does not exist is not waited for. Only of two tasks
  /// with one name the second is left out, since the two cannot be distinguished.
  case priorityOrder
}

/// A task that is not part of the order.
package struct LeftOutTask: Sendable, Hashable {
  /// Why a task is left out.
  package enum Cause: Sendable, Hashable {
    /// The problem with this number in ``TaskPlan/problems`` is the task's own.
    case problem(Int)
    /// It requires this task, which is left out in the end for the problem with this
    /// number.
    case requires(Int, problem: Int)

    /// The number of the problem that it comes from.
    package var problem: Int {
      switch self {
      case .problem(let number), .requires(_, problem: let number): number
      }
    }
  }

  /// The number of the task.
  package let task: Int

  /// Why it is left out.
  package let cause: Cause
}
