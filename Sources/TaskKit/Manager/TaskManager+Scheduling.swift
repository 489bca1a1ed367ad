public import Foundation
public import Schedules
import Synchronization

extension TaskManager {
  /// Adds a task that runs at a date, and then at a fixed interval.
  ///
  /// ```swift
  /// try TaskManager.shared.scheduleTask(
  ///   name: "remind", date: Date() + 60, repeatCount: 3, timeInterval: 10
  /// ) { _ in print("Stand up!") }
  /// ```
  ///
  /// It runs on the main actor, unless it has the trait ``TaskTrait/concurrent`` or belongs to
  /// another actor. A date in the past counts as a missed fire (``TaskMisfirePolicy``).
  ///
  /// - Parameters:
  ///   - name: The name of the task, which must be unique.
  ///   - date: The first fire time. If `nil`, the first fire is one interval from now.
  ///   - repeatCount: The total number of runs.
  ///   - timeInterval: The interval between two fires, in seconds.
  ///   - priority: The priority of the task among tasks that fire at the same time.
  ///   - autoRemove: Whether the task is destroyed after its last run.
  ///   - traits: The other properties of the task.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - block: The work of the task.
  /// - Throws: A ``TaskError`` if the name is taken, or if the arguments do not form a schedule.
  public func scheduleTask(
    name: String, date: Date? = nil, repeatCount: TaskRepeat = 1, timeInterval: TimeInterval = 1,
    priority: TaskManager.Priority = .default, autoRemove: Bool = true, traits: [TaskTrait] = [],
    fileID: String = #fileID, line: Int = #line,
    block: @escaping @isolated(any) @Sendable (TaskContext) throws -> Void
  ) throws(TaskError) {
    try inject(
      name, .moments(from: date, repeat: repeatCount, every: timeInterval), priority, autoRemove,
      traits, TaskBody(block),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task that runs at a date and then at a fixed interval, and that may suspend.
  public func scheduleTask(
    name: String, date: Date? = nil, repeatCount: TaskRepeat = 1, timeInterval: TimeInterval = 1,
    priority: TaskManager.Priority = .default, autoRemove: Bool = true, traits: [TaskTrait] = [],
    fileID: String = #fileID, line: Int = #line, block: @escaping TaskBlock
  ) throws(TaskError) {
    try inject(
      name, .moments(from: date, repeat: repeatCount, every: timeInterval), priority, autoRemove,
      traits, TaskBody(block),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task that runs at the fire times of a calendar.
  ///
  /// ```swift
  /// try TaskManager.shared.scheduleTask(name: "tidy", on: .daily(at: "02:30")) { _ in … }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the task, which must be unique.
  ///   - schedule: The fire times.
  ///   - priority: The priority of the task among tasks that fire at the same time.
  ///   - autoRemove: Whether the task is destroyed after its last run.
  ///   - traits: The other properties of the task.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - block: The work of the task.
  /// - Throws: A ``TaskError`` if the name is taken.
  public func scheduleTask(
    name: String, on schedule: Schedule, priority: TaskManager.Priority = .default,
    autoRemove: Bool = true, traits: [TaskTrait] = [], fileID: String = #fileID,
    line: Int = #line, block: @escaping @isolated(any) @Sendable (TaskContext) throws -> Void
  ) throws(TaskError) {
    try inject(
      name, .schedule(schedule), priority, autoRemove, traits, TaskBody(block),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task that runs at the fire times of a calendar, and that may suspend.
  public func scheduleTask(
    name: String, on schedule: Schedule, priority: TaskManager.Priority = .default,
    autoRemove: Bool = true, traits: [TaskTrait] = [], fileID: String = #fileID,
    line: Int = #line, block: @escaping TaskBlock
  ) throws(TaskError) {
    try inject(
      name, .schedule(schedule), priority, autoRemove, traits, TaskBody(block),
      at: CodeLocation(fileID: fileID, line: line))
  }
}

extension Trigger {
  /// Returns the trigger for a date and an interval, or for a timer if the date is `nil`.
  fileprivate static func moments(
    from date: Date?, repeat times: TaskRepeat, every interval: Double
  ) -> Trigger {
    guard let date else { return .timer(repeat: times, every: interval) }
    return .date(TaskDate(date), repeat: times, every: interval)
  }
}

extension TaskError.Code {
  /// The code of an error for a time, interval or expression that makes no schedule.
  public static let badSchedule = TaskError.Code(name: "badSchedule")
}

extension TaskManager {
  /// The clock of scheduled tasks.
  ///
  /// Setting it also affects tasks that are already scheduled: a task that would fire in a minute
  /// fires after a minute of the new clock. To make it apply to the first fire of declared tasks,
  /// set it before the launch has finished.
  public var clock: TaskClock {
    get { state.withLock { $0.clock } }
    set {
      let clock = newValue.make()
      withLock { state in
        state.leaving.append(state.clock)
        state.clock = newValue
      }
      scheduler.setClock(clock)
      if clock.tick != nil { sources.listenToTicks(for: self) }
    }
  }

  /// The rule for the intervals of scheduled tasks.
  ///
  /// By default, any interval is allowed.
  public var intervalRule: TaskIntervalRule {
    get { state.withLock { $0.intervalRule } }
    set { state.withLock { $0.intervalRule = newValue } }
  }

  /// The fires so far, and the result of each.
  public var ledger: TaskLedger { scheduler.ledger }
}
