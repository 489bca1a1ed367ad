import Foundation
import Schedules
import Synchronization

// From a timer to a run: wake → decide → run what is due → the run starts and finishes.
extension TaskScheduler {
  /// Decides about a task whose timer has fired.
  func wake(_ key: Key) {
    let finished = withState { state, now -> TaskEntry? in
      guard !state.hasEnded, var scheduled = state.scheduled[key]?.value else { return nil }
      state.decide(about: &scheduled, at: now)
      state.arm(&scheduled, at: now)
      state.scheduled[key] = Boxed(scheduled)
      return scheduled.isFinished ? scheduled.entry : nil
    }
    didFinish(finished)
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
        occasion: .schedule(task: due.entry.name, entry: due.key, lane: due.lane),
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
      let due = state.scheduled[run.key]?.value.takeWaiting(run.fire.number)
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
    let finished = withState { state, now -> TaskEntry? in
      guard var scheduled = state.scheduled[run.key]?.value else { return nil }
      let wasWaiting = scheduled.schedule.next != nil
      scheduled.didEnd(run, at: now)
      if !wasWaiting { state.arm(&scheduled, at: now) }
      state.scheduled[run.key] = Boxed(scheduled)
      return scheduled.isFinished ? scheduled.entry : nil
    }
    didFinish(finished)
  }

  private func didFinish(_ entry: TaskEntry?) {
    guard let entry else { return }
    state.withLock { $0.manager }?.didFinish(entry)
  }

  // MARK: - Changes

  /// Runs a resumed task for the fires that were held during the pause.
  func resume(_ entry: TaskEntry) {
    let isHolding = state.withLock { $0.scheduled[Key(entry)]?.value.schedule.isHolding ?? false }
    guard isHolding else { return }
    wake(Key(entry))
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
    let keys = state.withLock { state in
      state.scheduled.filter { $0.value.value.isByDate }.map(\.key)
    }
    for key in keys { wake(key) }
    runDue()
    rearmDates { $0.zonesHaveChanged(at: $1) }
  }

  private func rearmDates(_ change: (inout ScheduleState, Duration) -> Void) {
    withState { state, now in
      state.wallOffset = nil
      for (key, boxed) in state.scheduled where boxed.value.isByDate {
        var scheduled = boxed.value
        change(&scheduled.schedule, now.wall)
        state.arm(&scheduled, at: now)
        state.scheduled[key] = Boxed(scheduled)
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
      guard !state.hasEnded else { return nil as Timers<Key>? }
      state.clock = clock
      state.clockNumber += 1
      state.wallOffset = nil
      let timers = state.timers
      state.timers = newTimers
      let difference = new.timers - old.timers
      for (key, boxed) in state.scheduled {
        var scheduled = boxed.value
        scheduled.timer = nil
        if !scheduled.isByDate {
          scheduled.schedule.shift(by: difference)
          scheduled.shiftWaiting(by: difference)
        }
        state.arm(&scheduled, at: new)
        state.scheduled[key] = Boxed(scheduled)
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
      for scheduled in state.scheduled.values.lazy.map(\.value) {
        guard let next = scheduled.schedule.next else { continue }
        fires[scheduled.entry.name] = scheduled.date(of: next + scheduled.schedule.delay, at: now)
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
  /// Adds the runs of a task that are due now to ``due``, and its missed fires to the ledger.
  fileprivate mutating func decide(
    about scheduled: inout TaskScheduler.ScheduledEntry, at now: ScheduleClock.Reading
  ) {
    let time = scheduled.now(now)
    if let wake = scheduled.schedule.wake, wake > time {
      // Too early, because the clock was slewed. Measure again.
      wallOffset = nil
      return
    }
    let entry = scheduled.entry
    let decision = scheduled.schedule.decide(
      at: time, isPaused: entry.isPaused.load(ordering: .relaxed))
    for miss in decision.misses {
      noteMiss(of: scheduled, at: miss.fireTime, count: miss.count, miss.reason, now)
    }
    for fire in decision.fires {
      let (lane, rejection) = scheduled.admit(fire)
      if let rejection {
        noteMiss(of: scheduled, at: fire.fireTime, count: 1, rejection, now)
        continue
      }
      scheduled.changeUnfinished { $0.waiting[fire.number] = fire.fireTime }
      due.append(
        TaskScheduler.DueRun(
          entry: entry, order: scheduled.order,
          fire: TaskFire(
            fireTime: scheduled.date(of: fire.fireTime, at: now), number: fire.number,
            coalesced: fire.coalesced, task: entry.name),
          lane: lane, fireTime: fire.fireTime))
    }
  }
}

extension TaskScheduler {
  /// A scheduled task: its entry, its schedule, and its unfinished runs.
  struct ScheduledEntry: Sendable {
    let entry: TaskEntry
    /// The position in the order of addition, for tasks with the same fire time and priority.
    let order: Int
    /// The unfinished runs, or `nil` for most tasks, to keep a scheduled task small.
    private(set) var unfinished: Boxed<UnfinishedRuns>?
    var schedule: ScheduleState
    var timer: Timers<Key>.Handle?

    init(entry: TaskEntry, order: Int, schedule: ScheduleState) {
      self.entry = entry
      self.order = order
      self.schedule = schedule
    }

    /// Changes the unfinished runs.
    mutating func changeUnfinished(_ change: (inout UnfinishedRuns) -> Void) {
      var runs = unfinished?.value ?? UnfinishedRuns()
      change(&runs)
      unfinished = runs.byLane.isEmpty && runs.waiting.isEmpty ? nil : Boxed(runs)
    }
  }

  /// The runs of a scheduled task that have not finished.
  struct UnfinishedRuns: Sendable {
    /// The number of unfinished runs by lane, including waiting ones.
    var byLane: [Int: Int] = [:]
    /// The fire times of the runs that have not started, by the number of the run.
    var waiting: [Int: Duration] = [:]
  }
}

extension TaskScheduler.ScheduledEntry {
  /// A Boolean value that indicates whether fire times are dates, rather than durations since the
  /// creation of the clock.
  var isByDate: Bool { entry.definition.trigger.isByDate }

  /// A Boolean value that indicates whether the schedule has no more fires and no run is in
  /// progress.
  var isFinished: Bool { schedule.isOver && runs.isEmpty }

  private var runs: [Int: Int] { unfinished?.value.byLane ?? [:] }

  /// Returns the time by the task's clock.
  func now(_ reading: ScheduleClock.Reading) -> Duration { reading.time(isByDate: isByDate) }

  /// Returns the date of a time by the task's clock.
  func date(of time: Duration, at reading: ScheduleClock.Reading) -> Date {
    Date(since1970: reading.wall + (time - now(reading)))
  }

  /// Returns the lane for a run beside the runs in progress, or the reason why it gets none.
  mutating func admit(_ fire: ScheduleState.Fire) -> (lane: Int, rejection: TaskMissReason?) {
    var (lane, open) = (0, runs[0] ?? 0)
    if case .parallel = schedule.rules.overlap.kind, !fire.isCatchUp {
      (lane, open) = ((0...).first { runs[$0] == nil } ?? 0, runs.count)
    }
    let rejection = schedule.rules.overlap.rejection(of: fire, beside: open)
    if rejection == nil { changeUnfinished { $0.byLane[lane, default: 0] += 1 } }
    return (lane, rejection)
  }

  /// Removes a run that starts from the waiting runs.
  ///
  /// - Returns: Its fire time, or `nil` if it was not waiting.
  mutating func takeWaiting(_ number: Int) -> Duration? {
    guard let fireTime = unfinished?.value.waiting[number] else { return nil }
    changeUnfinished { $0.waiting[number] = nil }
    return fireTime
  }

  /// Adapts the waiting runs to another clock.
  mutating func shiftWaiting(by difference: Duration) {
    guard unfinished != nil else { return }
    changeUnfinished { $0.waiting = $0.waiting.mapValues { $0 + difference } }
  }

  /// Removes a finished run.
  mutating func didEnd(_ run: TaskScheduler.DueRun, at now: ScheduleClock.Reading) {
    let left = (runs[run.lane] ?? 1) - 1
    changeUnfinished { $0.byLane[run.lane] = left > 0 ? left : nil }
    schedule.didEnd(at: self.now(now))
  }
}
