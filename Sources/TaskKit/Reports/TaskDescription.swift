public import Foundation
import Schedules
import Synchronization

/// A snapshot of a task.
public struct TaskDescription: Sendable {
  /// The name of the task, by which others depend on it.
  public let name: String

  /// The definition.
  ///
  /// Descriptions are computed from it only when they are read, because most callers list all tasks
  /// for their fire times only.
  let definition: TaskDefinition

  /// A description of the trigger, such as an event or a notification.
  public var occasion: String { definition.trigger.words }

  /// The events that the task runs for, or none if it has another trigger.
  public let event: TaskEvent

  public let priority: TaskManager.Priority

  /// The names of the tasks that must have succeeded before it.
  public let dependencies: [String]

  /// The names of the tasks that must have finished before it, if they run at all.
  public let after: [String]

  /// Descriptions of its other traits.
  public var traits: [String] { definition.traitsInWords }

  /// The milestones that wait for the task.
  public let milestones: [TaskMilestone]

  /// The source location of the declaration, or of the call that added it.
  public let location: CodeLocation

  /// A Boolean value that indicates whether the task is paused.
  public let isPaused: Bool

  /// The latest outcome, or `nil` if it has not run.
  public let latestOutcome: TaskOutcome?

  /// The next fire time, if the task has a schedule.
  public internal(set) var nextFireTime: Date?
}

extension TaskCatalog {
  /// Returns a snapshot of a task.
  func describe(_ entry: TaskEntry) -> TaskDescription {
    let definition = entry.definition
    var event = TaskEvent.none
    if case .event(let events) = definition.trigger { event = events }
    return TaskDescription(
      name: entry.name, definition: definition, event: event,
      priority: definition.priority, dependencies: definition.requires.map(name),
      after: definition.follows.map(name),
      milestones: definition.properties.milestones, location: definition.location,
      isPaused: entry.isPaused.load(ordering: .relaxed), latestOutcome: entry.latestOutcome)
  }
}

extension Trigger {
  /// A description of the trigger.
  var words: String {
    switch self {
    case .event(let events): events.description
    case .notification(let name): "notification '\(name.rawValue)'"
    case .date(let date, let times, let interval):
      // Foundation cannot describe a date that is not finite.
      date.secondsSince1970.isFinite
        ? "at \(date.date), \(times.words(every: interval))" : "never again"
    case .timer(let times, let interval): times.words(every: interval)
    case .schedule(let schedule): schedule.description
    case .unreadable: "no readable schedule"
    }
  }
}

extension TaskRepeat {
  /// Returns a description of the count and interval of a repetition.
  fileprivate func words(every interval: TimeInterval) -> String {
    let pace = Duration.seconds(interval).readable
    return times.map { "\($0)× every \(pace)" } ?? "every \(pace)"
  }
}

extension TaskDefinition {
  /// Descriptions of the traits, without name and trigger.
  fileprivate var traitsInWords: [String] {
    var words: [String] = []
    words += properties.schedule.words
    if properties.isConcurrent { words.append("concurrent") }
    if let limit = properties.timeout { words.append("timeout \(limit.readable)") }
    if properties.maximumAttempts > 1 {
      words.append("up to \(properties.maximumAttempts) attempts")
    }
    words += properties.conditions.map { "unless \($0.reason)" }
    switch properties.failurePolicy {
    case .skipDependents: words.append("a failure skips dependents")
    case .continue: words.append("a failure does not stop dependents")
    case .abort: words.append("a failure ends the run")
    case nil: break
    }
    if isRemovedAfterRun { words.append("runs once") }
    if shutdown != nil {
      let limit = properties.shutdownTimeout ?? TaskManager.defaultShutdownTimeout
      words.append("shuts down within \(limit.readable)")
    }
    return words
  }
}

extension TaskDescription: CustomStringConvertible {
  /// The task on one line.
  public var description: String {
    "\(name): \(([occasion] + details + ["at \(location)"]).joined(separator: "; "))".onOneLine
  }

  private var details: [String] {
    [
      "\(priority)",
      dependencies.isEmpty ? nil : "depends on \(dependencies.joined(separator: ", "))",
      after.isEmpty ? nil : "after \(after.joined(separator: ", "))",
      traits.isEmpty ? nil : traits.joined(separator: ", "),
      milestones.isEmpty
        ? nil : "before \(milestones.map(\.rawValue).joined(separator: ", "))",
      nextFireTime.map { "next at \($0.formatted(.iso8601))" },
      isPaused ? "paused" : nil,
      latestOutcome.map { "last \($0.word)" },
    ].compactMap(\.self)
  }

  /// A one-word description of the task's state.
  fileprivate var status: String {
    let last = latestOutcome?.word ?? "-"
    guard isPaused else { return last }
    return latestOutcome == nil ? "paused" : "paused, \(last)"
  }
}

extension Collection where Element == TaskDescription {
  /// The tasks as plain text, one per line.
  public var table: String {
    guard !isEmpty else { return "no tasks" }
    let hasNext = contains { $0.nextFireTime != nil }
    var table = ReportTable(
      [
        .left("task"), .left("runs for"), .left("priority"), .left("depends on"), .left("after"),
        .left("traits"), .left("before"), .left("last"),
      ] + (hasNext ? [.left("next")] : []) + [.left("declared at")])
    func row(_ words: [String]) -> String { words.isEmpty ? "-" : words.joined(separator: ", ") }
    for task in self {
      let next = task.nextFireTime?.formatted(.iso8601) ?? "-"
      table.append(
        [
          task.name, task.occasion, "\(task.priority)", row(task.dependencies), row(task.after),
          row(task.traits), row(task.milestones.map(\.rawValue)), task.status,
        ] + (hasNext ? [next] : []) + ["\(task.location)"])
    }
    return table.lines.joined(separator: "\n")
  }
}
