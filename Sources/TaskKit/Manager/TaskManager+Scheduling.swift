public import Foundation
public import Schedules
import SectionRegistry
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
    try schedule(
      name, .moments(from: date, repeat: repeatCount, every: timeInterval), priority, autoRemove,
      traits, TaskBody(block), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task that runs at a date, and then at even intervals, and that may suspend.
  public func scheduleTask(
    name: String, date: Date? = nil, repeatCount: TaskRepeat = 1, timeInterval: TimeInterval = 1,
    priority: TaskManager.Priority = .default, autoRemove: Bool = true, traits: [TaskTrait] = [],
    fileID: String = #fileID, line: Int = #line, block: @escaping TaskBlock
  ) throws(TaskError) {
    try schedule(
      name, .moments(from: date, repeat: repeatCount, every: timeInterval), priority, autoRemove,
      traits, TaskBody(block), at: CodeLocation(fileID: fileID, line: line))
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
    try self.schedule(
      name, .schedule(schedule), priority, autoRemove, traits, TaskBody(block),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task that runs at the due times of a calendar, and that may suspend.
  public func scheduleTask(
    name: String, on schedule: Schedule, priority: TaskManager.Priority = .default,
    autoRemove: Bool = true, traits: [TaskTrait] = [], fileID: String = #fileID,
    line: Int = #line, block: @escaping TaskBlock
  ) throws(TaskError) {
    try self.schedule(
      name, .schedule(schedule), priority, autoRemove, traits, TaskBody(block),
      at: CodeLocation(fileID: fileID, line: line))
  }

  private func schedule(
    _ name: String, _ trigger: Trigger, _ priority: TaskManager.Priority, _ autoRemove: Bool,
    _ traits: [TaskTrait], _ body: TaskBody, at location: CodeLocation
  ) throws(TaskError) {
    let definition = TaskDefinition(
      name: name, trigger: trigger, priority: priority, requires: [], follows: [],
      properties: TaskProperties(traits), body: body, isRemovedWhenOver: autoRemove,
      isDeclared: false, location: location)
    if let misfit = trigger.misfit ?? intervalRule.misfit(of: trigger) {
      throw TaskError(
        .badSchedule, "the task '\(name)' was not added: \(misfit).", tasks: [name],
        at: location)
    }
    try add(definition)
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
  public var ledger: TaskLedger { scheduler.state.withLock { $0.ledger } }

  /// Schedules the declared tasks: the launch is over.
  func beginScheduling() {
    scheduler.begin()
    guard world.listensToProcess else { return }
    // The tasks of libraries that are loaded later begin then, not when tasks are next read.
    SectionRegistry.onChange { [weak self] added in
      guard let self, added.contains(where: { $0.kind == .scheduledTask }) else { return }
      withState { _ in }
    }
  }
}

extension TaskManager: ScheduleRunner {
  func run(_ due: TaskScheduler.DueRun) {
    let context = TaskContext(
      task: "", launchOptions: world.launchOptions, store: store, fire: due.fire)
    submit(
      RunRequest(
        occasion: .schedule(task: due.entry.name, entry: due.key, lane: due.lane),
        context: context, location: due.entry.definition.location, states: ownStates,
        begin: { [weak self] in self?.scheduler.didBegin(due) }
      ) { [weak self] _, error in
        guard let self else { return }
        // What is wrong with plans has been reported.
        if let error, error.code != .badPlan { report(error) }
        scheduler.didEnd(due)
      })
  }

  func didFinish(_ entry: TaskEntry) {
    guard entry.definition.isRemovedWhenOver else { return }
    withLock { state in
      guard state.catalog[entry.name] === entry else { return }
      state.catalog.removeAfterRun(entry)
      state.forget([entry])
    }
    scheduler.remove([entry])
    milestonesDidChange()
  }
}
