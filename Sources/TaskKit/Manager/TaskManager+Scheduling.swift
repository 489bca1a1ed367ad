public import Foundation
public import Schedules
import Synchronization

extension TaskManager {
  /// Adds a task that runs at a date, and then at even intervals.
  ///
  /// ```swift
  /// try TaskManager.shared.scheduleTask(
  ///   name: "remind", date: Date() + 60, repeatCount: 3, timeInterval: 10
  /// ) { _ in print("Stand up!") }
  /// ```
  ///
  /// It runs on the main actor, unless it has the trait ``TaskTrait/concurrent`` or
  /// belongs to another actor. A date that has passed counts as a missed due time
  /// (``TaskMisfirePolicy``).
  ///
  /// - Parameters:
  ///   - name: By which it is paused and destroyed; no other task may have it.
  ///   - date: When it runs first; nothing for when the interval has passed, from now.
  ///   - repeatCount: How often it runs in all.
  ///   - timeInterval: How many seconds lie between.
  ///   - priority: Of the tasks that are due at one time, a more urgent one runs earlier.
  ///   - autoRemove: Whether it is destroyed when it has run for the last time.
  ///   - traits: What else holds for it.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - block: What it does.
  /// - Throws: A ``TaskError`` if the name is taken, or the numbers make no schedule.
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

  /// Adds a task that runs at a date, and then at even intervals, and that may suspend.
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

  /// Adds a task that runs at the due times of a calendar.
  ///
  /// ```swift
  /// try TaskManager.shared.scheduleTask(name: "tidy", on: .daily(at: "02:30")) { _ in … }
  /// ```
  ///
  /// - Parameters:
  ///   - name: By which it is paused and destroyed; no other task may have it.
  ///   - schedule: When it runs.
  ///   - priority: Of the tasks that are due at one time, a more urgent one runs earlier.
  ///   - autoRemove: Whether it is destroyed when it has run for the last time.
  ///   - traits: What else holds for it.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - block: What it does.
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

  /// Adds a task that runs at the due times of a calendar, and that may suspend.
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
  /// A date with what follows it, or a timer.
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
  /// Tasks that are scheduled already go by it from now on: what was due in a minute is
  /// due when a minute has passed by the new clock. Set it before the launch is over to
  /// have it hold for declared tasks from their first due time.
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

  /// Which intervals scheduled tasks may have; any, unless it is set.
  public var intervalRule: TaskIntervalRule {
    get { state.withLock { $0.intervalRule } }
    set { state.withLock { $0.intervalRule = newValue } }
  }

  /// When scheduled tasks were due so far, and what became of that.
  public var ledger: TaskLedger { scheduler.ledger }
}
