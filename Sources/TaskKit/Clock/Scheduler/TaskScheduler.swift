import Foundation
import Schedules
import Synchronization

/// The scheduler of a manager's tasks.
///
/// It keeps a ``ScheduleState`` and one timer for each task. When a timer fires, it asks the state
/// for a decision, notes missed fires in the ledger, and submits the runs to the manager. It knows
/// only the runs that it has submitted, which it counts for overlap policies.
///
/// Runs are submitted after all timers of a batch have fired. So tasks with the same fire time run
/// in the order of their priorities, whichever timer fires first.
///
/// Rejected:
/// * A Swift task that sleeps for each schedule. If the clock of the system is set, all of them
///   would have to be cancelled and started again, and each occupies more memory than a schedule.
/// * Runs that timers submit themselves. The order of tasks with the same fire time would be the
///   order of their timers.
/// * Fire times that are all computed in advance. A schedule may have no last one, and a changed
///   time zone would make them wrong.
///
/// - Concurrency: May be used from any thread. Its lock is held while it decides, but not while
///   tasks, clocks or error handlers run. Removed values are released after unlocking.
final class TaskScheduler: Sendable {
  /// A run to start.
  struct DueRun: Sendable {
    let entry: TaskEntry
    /// The position among tasks with the same fire time and priority, see ``ScheduledEntry/order``.
    let order: UInt32
    let fire: TaskFire
    let lane: Int
    /// The fire time, by the task's clock.
    let fireTime: Duration

    var isByDate: Bool { entry.definition.trigger.isByDate }
  }

  struct State: Sendable {
    /// The manager, set by its initializer.
    weak var manager: TaskManager?
    var clock: ScheduleClock
    /// The number of replacements of the clock.
    var clockNumber = 0
    /// The timers, created for the first scheduled task.
    var timers: Timers<TaskEntry>?
    /// The alarm setting to apply after unlocking.
    var alarm: AlarmSetting?
    var scheduled: [TaskEntry: Boxed<ScheduledEntry>] = [:]
    /// The unfinished runs of scheduled tasks that have any.
    ///
    /// They are not part of the scheduled entries, because most tasks have none, and programs may
    /// schedule many tasks.
    var unfinished: [TaskEntry: UnfinishedRuns] = [:]
    /// The declared tasks, until the launch has finished.
    var early: [TaskEntry] = []
    var hasBegun = false
    var hasEnded = false
    /// The difference between the time of day and the timers' time, and the time of its
    /// measurement.
    var wallOffset: (Duration, at: Duration)?
    var lastOrder: UInt32 = 0
    var due: [DueRun] = []
    var ledger = TaskLedger()
    var random: SplitMix
  }

  let state: Mutex<State>

  /// The durable tasks, for which a store decides about the fires.
  let durable = DurableTasks()

  init(clock: ScheduleClock, seed: UInt64) {
    state = Mutex(State(clock: clock, random: SplitMix(seed: seed)))
  }

  /// Connects the scheduler with its manager, which owns it.
  ///
  /// Called once, by the manager's initializer.
  func connect(to manager: TaskManager) {
    state.withLock { $0.manager = manager }
  }

  /// Calls `body` with the state and a reading of the clock.
  func withState<Result: Sendable>(
    _ body: (inout State, ScheduleClock.Reading) -> Result
  ) -> Result {
    while true {
      // Clocks may be the user's, so they are never read under the lock.
      let (clock, number) = state.withLock { ($0.clock, $0.clockNumber) }
      let reading = clock.reading
      let done = state.withLock { state -> (Result, Timers<TaskEntry>?, AlarmSetting?)? in
        guard state.clockNumber == number else { return nil }
        let result = body(&state, reading)
        return (result, state.timers, state.alarm.take())
      }
      guard let (result, timers, alarm) = done else { continue }
      timers?.apply(alarm)
      return result
    }
  }

  // MARK: - Adding and removing

  /// Adds a task if it is scheduled.
  ///
  /// A declared task waits for the end of the launch.
  func add(_ entry: TaskEntry) {
    guard entry.definition.trigger.isScheduled else { return }
    if !entry.definition.isDurable { makeTimersIfNeeded() }
    let (manager, isDurable) = withState { state, now -> (TaskManager?, Bool) in
      if state.hasEnded { return (nil, false) }
      if entry.definition.isDeclared && !state.hasBegun {
        state.early.append(entry)
        return (nil, false)
      }
      if !entry.definition.isDurable { state.add(entry, at: now) }
      return (state.manager, entry.definition.isDurable)
    }
    if let manager, isDurable { durable.add([entry], of: manager) }
  }

  /// Schedules the declared tasks, after the launch has finished.
  func begin() {
    let (manager, early) = withState { state, now -> (TaskManager?, [TaskEntry]) in
      state.hasBegun = true
      defer { state.early = [] }
      for entry in state.early where !entry.definition.isDurable { state.add(entry, at: now) }
      return (state.manager, state.early)
    }
    if let manager { durable.add(early.filter(\.definition.isDurable), of: manager) }
  }

  /// Removes tasks.
  ///
  /// Their runs that have not started count as missed.
  func remove(_ entries: [TaskEntry]) {
    guard !entries.isEmpty else { return }
    durable.remove(entries)
    let removed = withState { state, now -> ([ScheduledEntry], [TaskEntry]) in
      let removed = entries.compactMap { state.remove($0, at: now) }
      let early = state.early
      if !early.isEmpty { state.early.removeAll { early in entries.contains { $0 === early } } }
      return (removed, early)
    }
    withExtendedLifetime(removed) {}
  }

  /// Stops all schedules, at the end of the process.
  func end() {
    durable.end()
    let removed = state.withLock { state in
      state.hasEnded = true
      defer {
        state.scheduled = [:]
        state.unfinished = [:]
        state.early = []
        state.timers = nil
      }
      return (state.scheduled, state.early, state.timers)
    }
    withExtendedLifetime(removed) {}
  }

  // MARK: - Timers

  private func makeTimersIfNeeded() {
    // Clocks may be the user's, so they are never called under the lock.
    let needed = state.withLock { $0.timers == nil ? ($0.clock, $0.clockNumber) : nil }
    guard let (clock, number) = needed else { return }
    let new = makeTimers(clock)
    state.withLock { state in
      // Another thread may have created the timers or replaced the clock.
      if state.timers == nil, state.clockNumber == number, !state.hasEnded { state.timers = new }
    }
  }

  func makeTimers(_ clock: ScheduleClock) -> Timers<TaskEntry> {
    Timers(clock: clock) { [weak self] entry in
      self?.wake(entry)
    } afterBatch: { [weak self] in
      self?.runDue()
    }
  }
}

extension TaskScheduler.State {
  fileprivate mutating func add(_ entry: TaskEntry, at now: ScheduleClock.Reading) {
    guard !hasEnded, !entry.isDestroyed.load(ordering: .relaxed),
      let schedule = ScheduleState(entry.definition, at: now, seed: random.next())
    else { return }
    // It may start again, because it only decides between tasks with the same fire time.
    lastOrder &+= 1
    ledger.didAdd(entry.name)
    var scheduled = TaskScheduler.ScheduledEntry(
      schedule: schedule, order: lastOrder, isByDate: entry.definition.trigger.isByDate)
    arm(&scheduled, of: entry, at: now)
    self.scheduled[entry] = Boxed(scheduled)
  }

  fileprivate mutating func remove(
    _ entry: TaskEntry, at now: ScheduleClock.Reading
  ) -> TaskScheduler.ScheduledEntry? {
    guard let removed = scheduled.removeValue(forKey: entry)?.value else { return nil }
    scheduled.shrinkIfSparse()
    let waiting = unfinished.removeValue(forKey: entry)?.waiting ?? [:]
    if let latest = waiting.values.max() {
      noteMiss(of: entry, at: removed.date(of: latest, at: now), count: waiting.count, .removed)
    }
    ledger.didRemove(entry.name)
    cancel(removed.timer)
    return removed
  }

  /// Adds fires without a run to the ledger.
  mutating func noteMiss(
    of entry: TaskEntry, at fireTime: Date, count: Int, _ reason: TaskMissReason
  ) {
    ledger.append(
      TaskLedger.Entry(
        task: entry.name, fireTime: fireTime, count: count, fate: .missed(reason)))
  }

  // MARK: - Timers

  /// Sets the timer of a task to the time of the next decision.
  mutating func arm(
    _ scheduled: inout TaskScheduler.ScheduledEntry, of entry: TaskEntry,
    at now: ScheduleClock.Reading
  ) {
    guard let timers else { return }
    cancel(scheduled.timer.take())
    guard let deadline = deadline(of: scheduled, at: now) else { return }
    let (timer, alarm) = timers.insert(entry, at: deadline)
    scheduled.timer = timer
    self.alarm = alarm ?? self.alarm
  }

  private mutating func cancel(_ timer: Timers<TaskEntry>.Handle?) {
    guard let timer, let timers else { return }
    alarm = timers.remove(timer).1 ?? alarm
  }

  /// Returns the deadline of a task's timer, by the timers' clock.
  private mutating func deadline(
    of scheduled: TaskScheduler.ScheduledEntry, at now: ScheduleClock.Reading
  ) -> Duration? {
    guard let wake = scheduled.schedule.wake else { return nil }
    guard scheduled.isByDate else { return wake }
    if case .every(let interval) = clock.polling { return now.timers + interval }
    // Measured once for many tasks, so that equal dates have equal deadlines.
    if let measured = wallOffset?.at, now.timers - measured > .seconds(1) { wallOffset = nil }
    let (offset, measured) = wallOffset ?? (now.wall - now.timers, now.timers)
    wallOffset = (offset, measured)
    let rest = wake - now.wall
    guard case .shortlyBefore = clock.polling, rest > .seconds(10) else { return wake - offset }
    // A clock is slewed by at most 1/2000.
    return wake - offset - rest / 1024
  }
}

extension Dictionary {
  /// Releases the memory of removed elements if they are the majority.
  ///
  /// - Complexity: O(1), amortised over the removed elements.
  fileprivate mutating func shrinkIfSparse() {
    guard capacity > 1_024, count < capacity / 8 else { return }
    self = Dictionary(uniqueKeysWithValues: lazy.map { ($0.key, $0.value) })
  }
}
