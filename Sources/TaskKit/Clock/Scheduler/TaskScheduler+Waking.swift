import Foundation
import Schedules
import Synchronization

// From a timer to a run: wake → decide → run what is due → the run starts and finishes.
extension TaskScheduler {
  /// Decides about a task whose timer has fired.
  func wake(_ entry: TaskEntry) {
    let isFinished = withState { state, now in
      guard !state.hasEnded, var scheduled = state.scheduled[entry]?.value else { return false }
      state.decide(about: &scheduled, of: entry, at: now)
      state.arm(&scheduled, of: entry, at: now)
      state.scheduled[entry] = Boxed(scheduled)
      return state.isFinished(entry)
    }
    if isFinished { didFinish(entry) }
  }

  /// Runs the tasks that are due, ordered by fire time and then by priority.
  func runDue() {
    let (due, now, manager) = withState { state, now in
      defer { state.due = [] }
      return (state.due, now, state.manager)
    }
    guard let manager else { return }
    // With a single reading of the clock, so that equal fire times stay equal.
    func age(_ run: DueRun) -> Duration { now.time(isByDate: run.isByDate) - run.fireTime }
    let ordered = due.sorted { left, right in
      let (first, second) = (age(left), age(right))
      if first != second { return first > second }
      return (left.entry.definition.priority.rawValue, left.order)
        < (right.entry.definition.priority.rawValue, right.order)
    }
    for run in ordered { self.run(run, in: manager) }
  }

  /// Submits the run of a task that is due, like a run for an event.
  private func run(_ due: DueRun, in manager: TaskManager) {
    manager.submit(
      RunRequest(
        occasion: .schedule(
          task: due.entry.name, entry: ObjectIdentifier(due.entry), lane: due.lane),
        context: manager.context(fire: due.fire), location: due.entry.location,
        states: manager.ownStates, begin: { [weak self] in self?.didBegin(due) }
      ) { [weak self, weak manager] _, error in
        // Problems of plans have been reported already.
        if let error, error.code != .badPlan { manager?.report(error) }
        self?.didEnd(due)
      })
  }

  /// Records the start of a run and its lateness.
  private func didBegin(_ run: DueRun) {
    withState { state, now in
      let time = now.time(isByDate: run.isByDate)
      let due = state.unfinished[run.entry]?.waiting.removeValue(forKey: run.fire.number)
      // A waiting run of a removed task has been recorded as missed. At the end of the process,
      // none has.
      guard let due = state.hasEnded ? run.fireTime : due else { return }
      state.ledger.append(
        TaskLedger.Entry(
          task: run.entry.name, fireTime: run.fire.fireTime, count: 1, fate: .ran(late: time - due))
      )
    }
  }

  /// Records the end of a run.
  private func didEnd(_ run: DueRun) {
    let entry = run.entry
    let isFinished = withState { state, now in
      guard var scheduled = state.scheduled[entry]?.value else { return false }
      let wasWaiting = scheduled.schedule.next != nil
      scheduled.schedule.didEnd(at: scheduled.now(now))
      if !wasWaiting { state.arm(&scheduled, of: entry, at: now) }
      state.scheduled[entry] = Boxed(scheduled)
      state.unfinished[entry]?.didEnd(run)
      if state.unfinished[entry]?.byLane.isEmpty == true { state.unfinished[entry] = nil }
      return state.isFinished(entry)
    }
    if isFinished { didFinish(entry) }
  }

  private func didFinish(_ entry: TaskEntry) {
    state.withLock { $0.manager }?.didFinish(entry)
  }

  // MARK: - Changes

  /// Runs a resumed task for the fires that were held during the pause.
  func resume(_ entry: TaskEntry) {
    let isHolding = state.withLock { $0.scheduled[entry]?.value.schedule.isHolding ?? false }
    guard isHolding else { return }
    wake(entry)
    runDue()
  }

  /// Adapts dates after the system clock was set, or after the machine has slept.
  func timeWasSet() {
    rearmDates { $0.timeWasSet(to: $1) }
  }

  /// Adapts dates to another time zone of the system, or to changed rules of time zones.
  func zonesHaveChanged() {
    _ = ScheduleZone.reload()
    durable.zonesHaveChanged()
    // Fires that have passed by the old rules are decided first.
    let entries = state.withLock { state in
      state.scheduled.filter { $0.value.value.isByDate }.map(\.key)
    }
    for entry in entries { wake(entry) }
    runDue()
    rearmDates { $0.zonesHaveChanged(at: $1) }
  }

  private func rearmDates(_ change: (inout ScheduleState, Duration) -> Void) {
    withState { state, now in
      state.wallOffset = nil
      for (entry, boxed) in state.scheduled where boxed.value.isByDate {
        var scheduled = boxed.value
        change(&scheduled.schedule, now.wall)
        state.arm(&scheduled, of: entry, at: now)
        state.scheduled[entry] = Boxed(scheduled)
      }
    }
  }

  /// Replaces the clock.
  ///
  /// A task that would fire in a minute fires after a minute of the new clock.
  func setClock(_ clock: ScheduleClock) {
    let new = clock.reading
    let newTimers = makeTimers(clock)
    let old = withState { state, old in
      guard !state.hasEnded else { return nil as Timers<TaskEntry>? }
      state.clock = clock
      state.clockNumber += 1
      state.wallOffset = nil
      let timers = state.timers
      state.timers = newTimers
      let difference = new.timers - old.timers
      for (entry, boxed) in state.scheduled {
        var scheduled = boxed.value
        scheduled.timer = nil
        if !scheduled.isByDate {
          scheduled.schedule.shift(by: difference)
          state.unfinished[entry]?.shift(by: difference)
        }
        state.arm(&scheduled, of: entry, at: new)
        state.scheduled[entry] = Boxed(scheduled)
      }
      return timers
    }
    withExtendedLifetime(old) {}
  }

  /// Adds the decision of a store about a fire to the ledger.
  func note(_ entry: TaskLedger.Entry) { state.withLock { $0.ledger.append(entry) } }

  // MARK: - Queries

  /// The fires so far, and the result of each.
  var ledger: TaskLedger { state.withLock { $0.ledger } }

  /// The next fire date of each task, by name.
  var nextFires: [String: Date] {
    withState { state, now in
      var fires: [String: Date] = [:]
      for (entry, boxed) in state.scheduled {
        let scheduled = boxed.value
        guard let next = scheduled.schedule.next else { continue }
        fires[entry.name] = scheduled.date(of: next + scheduled.schedule.delay, at: now)
      }
      return fires
    }
  }

  // MARK: - Clocks that are advanced by hand

  /// Advances a clock of ticks by one tick, and runs the tasks that are due then.
  func tick() {
    let (clock, timers) = state.withLock { ($0.clock, $0.timers) }
    clock.tick?()
    timers?.fireDue()
  }

  /// Runs everything that is due now without waiting for an alarm, until no task is due.
  func settle() async {
    let timers = state.withLock { $0.timers }
    await timers?.settle()
  }

  /// The time until the next wake of the timers.
  var timeToNextWake: Duration? {
    withState { state, now in state.timers?.nextWake.map { max(.zero, $0 - now.timers) } }
  }
}

extension TaskScheduler.State {
  /// Returns whether a task has no more fires and no run in progress.
  fileprivate func isFinished(_ entry: TaskEntry) -> Bool {
    scheduled[entry]?.value.schedule.isOver == true && unfinished[entry] == nil
  }

  /// Adds the runs of a task that are due now to ``due``, and its missed fires to the ledger.
  fileprivate mutating func decide(
    about scheduled: inout TaskScheduler.ScheduledEntry, of entry: TaskEntry,
    at now: ScheduleClock.Reading
  ) {
    let time = scheduled.now(now)
    if let wake = scheduled.schedule.wake, wake > time {
      // Too early, because the clock was slewed. Measure again.
      wallOffset = nil
      return
    }
    let decision = scheduled.schedule.decide(
      at: time, isPaused: entry.isPaused.load(ordering: .relaxed))
    for miss in decision.misses {
      let date = scheduled.date(of: miss.fireTime, at: now)
      noteMiss(of: entry, at: date, count: miss.count, miss.reason)
    }
    for fire in decision.fires {
      let date = scheduled.date(of: fire.fireTime, at: now)
      let overlap = scheduled.schedule.rules.overlap
      let (lane, open) = overlap.lane(for: fire, beside: unfinished[entry]?.byLane ?? [:])
      if let rejection = overlap.rejection(of: fire, beside: open) {
        noteMiss(of: entry, at: date, count: 1, rejection)
        continue
      }
      unfinished[entry, default: TaskScheduler.UnfinishedRuns()].add(fire, on: lane)
      due.append(
        TaskScheduler.DueRun(
          entry: entry, order: scheduled.order,
          fire: TaskFire(
            fireTime: date, number: fire.number, coalesced: fire.coalesced, task: entry.name),
          lane: lane, fireTime: fire.fireTime))
    }
  }
}

extension TaskScheduler {
  /// The schedule of a task, and its timer.
  struct ScheduledEntry: Sendable {
    var schedule: ScheduleState
    /// The position in the order of addition, for tasks with the same fire time and priority.
    let order: UInt32
    var timer: Timers<TaskEntry>.Handle?
    /// A Boolean value that indicates whether fire times are dates, rather than durations since the
    /// creation of the clock.
    let isByDate: Bool
  }

  /// The runs of a scheduled task that have not finished.
  struct UnfinishedRuns: Sendable {
    /// The number of unfinished runs by lane, including waiting ones.
    fileprivate(set) var byLane: [Int: Int] = [:]
    /// The fire times of the runs that have not started, by the number of the run.
    fileprivate(set) var waiting: [Int: Duration] = [:]

    /// Adds a run, which waits.
    fileprivate mutating func add(_ fire: ScheduleState.Fire, on lane: Int) {
      byLane[lane, default: 0] += 1
      waiting[fire.number] = fire.fireTime
    }

    /// Adapts the waiting runs to another clock.
    fileprivate mutating func shift(by difference: Duration) {
      waiting = waiting.mapValues { $0 + difference }
    }

    /// Removes a finished run.
    fileprivate mutating func didEnd(_ run: DueRun) {
      let left = (byLane[run.lane] ?? 1) - 1
      byLane[run.lane] = left > 0 ? left : nil
    }
  }
}

extension TaskScheduler.ScheduledEntry {
  /// Returns the time by the task's clock.
  func now(_ reading: ScheduleClock.Reading) -> Duration { reading.time(isByDate: isByDate) }

  /// Returns the date of a time by the task's clock.
  func date(of time: Duration, at reading: ScheduleClock.Reading) -> Date {
    Date(since1970: reading.wall + (time - now(reading)))
  }
}
