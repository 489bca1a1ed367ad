package import RecordFormat

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
