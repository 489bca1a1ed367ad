import Synchronization
import TaskPlanning

/// An explanation of when a task runs, with its dependencies and dependents.
///
/// ```swift
/// print(try TaskManager.shared.explain("RefreshFeed"))
/// ```
///
/// The description is a report for people. Its content is also available as values.
public struct TaskExplanation: Sendable {
  /// A task that the explained one depends on.
  public struct Dependency: Sendable {
    /// The name of the other task.
    public let name: String

    /// A Boolean value that indicates whether the other task must succeed.
    ///
    /// If `false`, it must only have finished.
    public let isRequired: Bool

    /// The other task, or `nil` if no task has the name.
    public let task: TaskDescription?

    /// The other task, if it was removed after its last run.
    let removed: KnownTask?
  }

  /// The task.
  public let task: TaskDescription

  /// The dependencies of the task.
  ///
  /// Those with `isRequired` come first.
  public let dependencies: [Dependency]

  /// The names of the dependents.
  public let dependents: [String]

  /// The problems of the task.
  public let problems: [ModuleProblem]
}

extension TaskExplanation: CustomStringConvertible {
  public var description: String {
    var lines = ["task '\(task.name)' (\(task.location))"]
    lines.append("  runs for: \(task.occasion)")
    if task.isPaused {
      lines.append("  is paused: it does not run until you call 'resumeTask(named:)'")
    } else if let next = task.nextFireTime {
      lines.append("  is due next: \(next)")
    }
    lines.append("  latest outcome: \(task.latestOutcome.map { "\($0)" } ?? "has not run")")
    lines += Self.list("waits for", dependencies.map(\.description))
    lines += Self.list("dependents", dependents)
    lines += Self.list("problems", problems.map(\.description))
    return lines.joined(separator: "\n")
  }

  private static func list(_ title: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : ["  \(title):"] + items.map { "    \($0)" }
  }
}

extension TaskExplanation.Dependency: CustomStringConvertible {
  public var description: String {
    let need = isRequired ? "must succeed" : "must have finished, if it is part of the run"
    guard let task else {
      guard let removed else { return "'\(name)': \(need), but no task has this name" }
      let outcome = removed.state == .hasRun ? "has succeeded" : "has not succeeded"
      return "'\(name)' (\(removed.location)): \(need); \(outcome), and was removed after its run"
    }
    let outcome = task.latestOutcome.map { "latest outcome: \($0)" } ?? "has not run"
    return "'\(name)' (\(task.location)): \(need); \(task.isPaused ? "is paused" : outcome)"
  }
}

extension TaskManager {
  /// Explains when a task runs, and which tasks it depends on.
  ///
  /// Runs no task.
  ///
  /// - Parameters:
  ///   - name: The name of the task.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A report, whose parts are also values.
  /// - Throws: A ``TaskError`` if no task has this name.
  /// - Complexity: The same as for planning all tasks.
  public func explain(
    _ name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> TaskExplanation {
    let tasks = list
    guard let task = tasks.first(where: { $0.name == name }) else {
      throw .unknown(
        name, among: tasks.map(\.name), at: CodeLocation(fileID: fileID, line: line))
    }
    let removed = removedDependencies
    let others = Dictionary(tasks.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    func dependencies(_ names: [String], isRequired: Bool) -> [TaskExplanation.Dependency] {
      names.map {
        TaskExplanation.Dependency(
          name: $0, isRequired: isRequired, task: others[$0], removed: removed[$0])
      }
    }
    return TaskExplanation(
      task: task,
      dependencies: dependencies(task.dependencies, isRequired: true)
        + dependencies(task.after, isRequired: false),
      dependents: tasks.filter { ($0.dependencies + $0.after).contains(name) }.map(\.name),
      problems: problems.filter { $0.locations.contains(task.location) })
  }

  /// The problems of the tasks: invalid declarations, duplicate names, and dependencies that do not
  /// exist or form a cycle.
  ///
  /// All tasks are planned as if they ran together, because a cycle among them is also a cycle at
  /// run time.
  ///
  /// - Complexity: The same as for planning all tasks.
  public var problems: [ModuleProblem] {
    let planned = withState { state in state.catalog.entries.map(state.catalog.planned) }
    return TaskPlan.make(tasks: planned, elsewhere: Array(removedDependencies.values)).problems.map
    { ModuleProblem($0) }
      + world.declared().problems.map { ModuleProblem($0) }
  }
  /// The tasks that were removed after their last run and that others depend on, by name.
  private var removedDependencies: [String: KnownTask] {
    withState { state in
      let catalog = state.catalog
      let names = catalog.entries.lazy.flatMap { entry in
        (entry.definition.requires + entry.definition.follows).map(catalog.name(of:))
      }
      let removed = names.filter { catalog[$0] == nil }.compactMap(catalog.removedTask)
      return Dictionary(removed.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }
}
