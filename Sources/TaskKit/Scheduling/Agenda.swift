import Foundation
import Schedules
import Synchronization

/// What the clock has to do for a manager: its scheduled tasks, and when each is due.
///
/// - Concurrency: May be used from any thread. Its lock is held while it decides, not
///   while tasks, clocks or error handlers run. What it lets go of goes after unlocking.
final class Agenda: Sendable {
  /// A scheduled task.
  struct Appointment: Sendable {
    let entry: TaskEntry
    /// The earlier ones come first where all else is equal.
    let order: Int
    /// How many runs there are that are not over, those that wait included, by lane.
    var runs: [Int: Int] = [:]
    /// The due times of the runs that have not begun, by the numbers of the runs.
    var waiting: [Int: Duration] = [:]
    var timetable: Timetable
    var timer: Timers<Key>.Handle?

    /// Whether its moments are dates, rather than times since the clock was made.
    var isByDate: Bool { entry.definition.trigger.isByDate }

    /// What time it is by its clock.
    func now(_ reading: AgendaClock.Reading) -> Duration { reading.time(isByDate: isByDate) }

    /// The date of a time by its clock.
    func date(of time: Duration, at reading: AgendaClock.Reading) -> Date {
      Date(since1970: reading.wall + (time - now(reading)))
    }
  }

  /// A run that is to be begun.
  struct DueRun: Sendable {
    let key: Key
    let entry: TaskEntry
    let order: Int
    let fire: TaskFire
    let lane: Int
    /// When it was due, by the clock of the appointment.
    let moment: Duration
    let isByDate: Bool
  }

  /// What stands for an appointment: its task.
  typealias Key = ObjectIdentifier

  struct State: Sendable {
    var clock: AgendaClock
    /// Counts the clocks that there have been.
    var clockNumber = 0
    /// Made when there is something to wait for the first time.
    var timers: Timers<Key>?
    /// What the alarm of the timers is to be set to when the lock is open.
    var alarm: AlarmSetting?
    var appointments = Appointments()
    /// Declared tasks that wait for the end of the launch.
    var early: [TaskEntry] = []
    var hasBegun = false
    var hasEnded = false
    /// How much later the time of day is than that of the timers, and when that was
    /// measured.
    var wallOffset: (Duration, at: Duration)?
    var lastOrder = 0
    var due: [DueRun] = []
    var ledger = TaskLedger()
    var random: SplitMix
  }

  let state: Mutex<State>

  init(clock: AgendaClock, seed: UInt64) {
    state = Mutex(State(clock: clock, random: SplitMix(seed: seed)))
  }

  /// Works on the state, knowing what time it is.
  func withState<Result: Sendable>(
    _ body: (inout State, AgendaClock.Reading) -> Result
  ) -> Result {
    while true {
      // Clocks may be the user's: never read under the lock.
      let (clock, number) = state.withLock { ($0.clock, $0.clockNumber) }
      let reading = clock.reading
      let done = state.withLock { state -> (Result, Timers<Key>?, AlarmSetting?)? in
        guard state.clockNumber == number else { return nil }
        let result = body(&state, reading)
        return (result, state.timers, state.alarm.take())
      }
      guard let (result, timers, alarm) = done else { continue }
      timers?.apply(alarm)
      return result
    }
  }

  // MARK: - Coming and going

  /// Takes in tasks; declared ones wait for the end of the launch.
  func add(_ entries: [TaskEntry], for manager: TaskManager) {
    let scheduled = entries.filter(\.definition.trigger.isScheduled)
    guard !scheduled.isEmpty else { return }
    makeTimers(for: manager)
    withState { state, now in
      for entry in scheduled {
        if entry.definition.isDeclared && !state.hasBegun {
          state.early.append(entry)
        } else {
          add(entry, to: &state, at: now)
        }
      }
    }
  }

  /// The launch is over: declared tasks are due from now on.
  func begin() {
    withState { state, now in
      guard !state.hasBegun else { return }
      state.hasBegun = true
      for entry in state.early { add(entry, to: &state, at: now) }
      state.early = []
    }
  }

  private func add(
    _ entry: TaskEntry, to state: inout State, at now: AgendaClock.Reading
  ) {
    guard !state.hasEnded, !entry.isDestroyed.load(ordering: .relaxed),
      let timetable = entry.definition.timetable(at: now, seed: state.random.next())
    else { return }
    state.lastOrder += 1
    state.ledger.didAdd(entry.name)
    var appointment = Appointment(
      entry: entry, order: state.lastOrder, timetable: timetable)
    arm(&appointment, in: &state, at: now)
    state.appointments[Key(entry)] = appointment
  }

  /// Forgets tasks that are gone.
  func remove(_ entries: [TaskEntry]) {
    guard !entries.isEmpty else { return }
    let gone = withState { state, now -> ([Appointment], [TaskEntry]) in
      let gone = entries.compactMap { entry -> Appointment? in
        guard let appointment = state.appointments.removeValue(forKey: Key(entry)) else {
          return nil
        }
        if let latest = appointment.waiting.values.max() {
          state.ledger.append(
            TaskLedger.Entry(
              task: entry.name, moment: appointment.date(of: latest, at: now),
              count: appointment.waiting.count, fate: .missed(.removed)))
        }
        state.ledger.didRemove(entry.name)
        state.cancel(appointment.timer)
        return appointment
      }
      let early = state.early
      if !early.isEmpty { state.early.removeAll { early in entries.contains { $0 === early } } }
      return (gone, early)
    }
    withExtendedLifetime(gone) {}
  }

  /// The process ends: nothing is due any more.
  func end() {
    let gone = state.withLock { state in
      state.hasEnded = true
      defer {
        state.appointments = Appointments()
        state.early = []
        state.timers = nil
      }
      return (state.appointments, state.early, state.timers)
    }
    withExtendedLifetime(gone) {}
  }

  // MARK: - Waiting

  /// Has the timers wake an appointment when it is due.
  ///
  /// - Precondition: The lock is held.
  func arm(_ key: Key, in state: inout State, at now: AgendaClock.Reading) {
    guard var appointment = state.appointments[key] else { return }
    arm(&appointment, in: &state, at: now)
    state.appointments[key] = appointment
  }

  private func arm(
    _ appointment: inout Appointment, in state: inout State, at now: AgendaClock.Reading
  ) {
    guard let timers = state.timers else { return }
    state.cancel(appointment.timer.take())
    guard let deadline = state.deadline(of: appointment, at: now) else { return }
    let (timer, alarm) = timers.insert(Key(appointment.entry), at: deadline)
    appointment.timer = timer
    state.alarm = alarm ?? state.alarm
  }

  /// Makes the timers, if there are none.
  private func makeTimers(for manager: TaskManager) {
    // Clocks may be the user's: never asked under the lock.
    let needed = state.withLock { $0.timers == nil ? ($0.clock, $0.clockNumber) : nil }
    guard let (clock, number) = needed else { return }
    let new = makeTimers(clock, for: manager)
    state.withLock { state in
      // Somebody else may have been quicker, or the clock be another one by now.
      if state.timers == nil, state.clockNumber == number, !state.hasEnded { state.timers = new }
    }
  }

  func makeTimers(_ clock: AgendaClock, for manager: TaskManager) -> Timers<Key> {
    Timers(clock: clock.timers) { [weak self, weak manager] due in
      while let key = due.take() {
        if let manager { self?.wake(key, for: manager) }
      }
      if let manager { self?.beginDue(for: manager) }
    }
  }
}

extension Agenda.State {
  /// Has the timers not wake for something any more.
  fileprivate mutating func cancel(_ timer: Timers<Agenda.Key>.Handle?) {
    guard let timer, let timers else { return }
    alarm = timers.remove(timer).1 ?? alarm
  }

  /// When to wake an appointment, by the timers.
  fileprivate mutating func deadline(
    of appointment: Agenda.Appointment, at now: AgendaClock.Reading
  ) -> Duration? {
    guard let wake = appointment.timetable.wake else { return nil }
    guard appointment.isByDate else { return wake }
    if case .every(let interval) = clock.looking { return now.timers + interval }
    // Not measured for each, so that what is due at one moment is so by the timers, too.
    if let measured = wallOffset?.at, now.timers - measured > .seconds(1) { wallOffset = nil }
    let (offset, measured) = wallOffset ?? (now.wall - now.timers, now.timers)
    wallOffset = (offset, measured)
    let rest = wake - now.wall
    guard case .shortlyBefore = clock.looking, rest > .seconds(10) else { return wake - offset }
    // Clocks are steered by 1/2000 at most.
    return wake - offset - rest / 1024
  }
}

extension TaskDefinition {
  /// When the task is due from now on; nothing if it never is.
  fileprivate func timetable(
    at now: AgendaClock.Reading, seed: UInt64
  ) -> Timetable? {
    guard trigger.misfit == nil else { return nil }
    let rules = properties.boxedSchedule
    let (start, end) = (rules.value.start?.since1970, rules.value.end?.since1970)
    func make(
      _ moments: Moments, _ count: Int?, from start: Duration, notBefore first: Duration? = nil,
      through last: Duration?
    ) -> Timetable {
      Timetable(
        moments, count: count, from: start, notBefore: first, through: last, rules: rules,
        name: name, seed: seed)
    }
    func even(_ interval: Duration, from first: Duration) -> Moments {
      rules.value.countsFromEnd
        ? .delay(interval, first: first) : .rate(FixedRate(start: first, interval: interval))
    }
    switch trigger {
    case .date(let date, let times, let interval):
      let first = Duration(rounding: date.secondsSince1970)
      let moments = even(Duration(rounding: interval), from: first)
      // None of the moments is before the date.
      return make(
        moments, times.times, from: max(first, start ?? first), notBefore: start, through: end)
    case .timer(let times, let interval):
      let interval = Duration(rounding: interval)
      let first = now.timers + max(.zero, (start ?? now.wall) - now.wall) + interval
      let last = end.map { now.timers + ($0 - now.wall) }
      return make(even(interval, from: first), times.times, from: first, through: last)
    case .schedule(let schedule):
      let first = max(now.wall, start ?? now.wall)
      return make(.schedule(schedule), nil, from: first, notBefore: start, through: end)
    case .event, .notification, .unreadable:
      return nil
    }
  }
}
