import RecordFormat
import Spelling

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
