import Foundation
import Schedules
import Synchronization

// What happens when a task is due.
extension Agenda {
  /// An appointment may be due.
  func wake(_ key: Key, for manager: TaskManager) {
    let finished = withState { state, now -> TaskEntry? in
      guard !state.hasEnded, state.appointments[key] != nil else { return nil }
      let isFinished = decide(key, in: &state, at: now)
      arm(key, in: &state, at: now)
      return isFinished ? state.appointments[key]?.entry : nil
    }
    if let finished { manager.didFinish(finished) }
  }

  /// Begins what is due, in order: first what was due first, and of one moment the more
  /// urgent.
  func beginDue(for manager: TaskManager) {
    let (due, now) = withState { state, now in
      defer { state.due = [] }
      return (state.due, now)
    }
    // By one look at the clocks for all, so that what was due at one moment is equal.
    func age(_ run: DueRun) -> Duration { now.time(isByDate: run.isByDate) - run.moment }
    let ordered = due.sorted { left, right in
      let (first, second) = (age(left), age(right))
      if first != second { return first > second }
      return (left.entry.definition.priority.rawValue, left.order)
        < (right.entry.definition.priority.rawValue, right.order)
    }
    for run in ordered { manager.run(run) }
  }

  /// A run begins.
  func didBegin(_ run: DueRun) {
    withState { state, now in
      // What is destroyed meanwhile was noted as missed; at the end of the process nothing is.
      if state.hasEnded {
        return state.note(run, late: now.time(isByDate: run.isByDate) - run.moment)
      }
      let due = state.appointments[run.key]?.waiting.removeValue(forKey: run.fire.number)
      if let due { state.note(run, late: now.time(isByDate: run.isByDate) - due) }
    }
  }

  /// A run is over.
  func didEnd(_ run: DueRun, for manager: TaskManager) {
    let finished = withState { state, now -> TaskEntry? in
      guard var appointment = state.appointments[run.key] else { return nil }
      let left = (appointment.runs[run.lane] ?? 1) - 1
      appointment.runs[run.lane] = left > 0 ? left : nil
      let wasWaiting = appointment.timetable.next != nil
      appointment.timetable.didEnd(at: appointment.now(now))
      state.appointments[run.key] = appointment
      if !wasWaiting { arm(run.key, in: &state, at: now) }
      return appointment.isFinished ? appointment.entry : nil
    }
    if let finished { manager.didFinish(finished) }
  }

  /// Notes what is to be done for an appointment now.
  ///
  /// - Precondition: The lock is held.
  /// - Returns: Whether it is over.
  private func decide(
    _ key: Key, in state: inout State, at now: AgendaClock.Reading
  ) -> Bool {
    guard var appointment = state.appointments[key] else { return false }
    let time = appointment.now(now)
    if let wake = appointment.timetable.wake, wake > time {
      // Too early, as clocks are steered: measure anew.
      state.wallOffset = nil
      return false
    }
    let entry = appointment.entry
    let date = { [appointment] moment in appointment.date(of: moment, at: now) }
    func miss(_ reason: TaskMissReason, _ moment: Duration, _ count: Int = 1) {
      state.ledger.append(
        TaskLedger.Entry(
          task: entry.name, moment: date(moment), count: count, fate: .missed(reason)))
    }
    let decision = appointment.timetable.decide(
      at: time, isPaused: entry.isPaused.load(ordering: .relaxed))
    for missed in decision.misses { miss(missed.reason, missed.moment, missed.count) }
    for fire in decision.fires {
      switch appointment.admit(fire) {
      case .success(let lane):
        appointment.waiting[fire.number] = fire.moment
        state.due.append(
          DueRun(
            key: key, entry: entry, order: appointment.order,
            fire: TaskFire(
              moment: date(fire.moment), number: fire.number, coalesced: fire.coalesced),
            lane: lane, moment: fire.moment, isByDate: appointment.isByDate))
      case .failure(let refusal): miss(refusal.reason, fire.moment)
      }
    }
    state.appointments[key] = appointment
    return appointment.isFinished
  }

  // MARK: - What changes

  /// A task goes on after a pause.
  func resume(_ entry: TaskEntry, for manager: TaskManager) {
    let isHolding = state.withLock { $0.appointments[Key(entry)]?.timetable.isHolding ?? false }
    guard isHolding else { return }
    wake(Key(entry), for: manager)
    beginDue(for: manager)
  }

  /// The time of day was set, or the machine has slept.
  func timeWasSet() {
    rearmDates { $0.timeWasSet(to: $1) }
  }

  /// The zone of the system is another one, or the rules of zones are.
  func zonesHaveChanged(for manager: TaskManager) {
    _ = ScheduleZone.reload()
    // What was due by the old rules is decided about first.
    let keys = state.withLock { state in
      state.appointments.keys.filter { state.appointments[$0]?.isByDate == true }
    }
    for key in keys { wake(key, for: manager) }
    beginDue(for: manager)
    rearmDates { $0.zonesHaveChanged(at: $1) }
  }

  private func rearmDates(_ change: (inout Timetable, Duration) -> Void) {
    withState { state, now in
      state.wallOffset = nil
      for key in Array(state.appointments.keys) where state.appointments[key]?.isByDate == true {
        if var timetable = state.appointments[key]?.timetable {
          change(&timetable, now.wall)
          state.appointments[key]?.timetable = timetable
        }
        arm(key, in: &state, at: now)
      }
    }
  }

  /// Goes by another clock from now on.
  func setClock(_ clock: AgendaClock, for manager: TaskManager) {
    let new = clock.reading
    let newTimers = makeTimers(clock, for: manager)
    let old = withState { state, old in
      guard !state.hasEnded else { return nil as Timers<Key>? }
      state.clock = clock
      state.clockNumber += 1
      state.wallOffset = nil
      let timers = state.timers
      state.timers = newTimers
      for key in Array(state.appointments.keys) {
        state.appointments[key]?.timer = nil
        if let appointment = state.appointments[key], !appointment.isByDate {
          let difference = new.timers - old.timers
          state.appointments[key]?.timetable.shift(by: difference)
          state.appointments[key]?.waiting = appointment.waiting.mapValues { $0 + difference }
        }
        arm(key, in: &state, at: new)
      }
      return timers
    }
    withExtendedLifetime(old) {}
  }

  // MARK: - What is to come

  /// When tasks are due next, by their names.
  var nextFires: [String: Date] {
    withState { state, now in
      var fires: [String: Date] = [:]
      for appointment in state.appointments.values {
        guard let next = appointment.timetable.next else { continue }
        let moment = next + appointment.timetable.delay
        fires[appointment.entry.name] = Date(
          since1970: now.wall + (moment - appointment.now(now)))
      }
      return fires
    }
  }

  // MARK: - By hand

  /// A unit of time has passed, for a clock that goes by hand.
  func tick() {
    let clock = state.withLock { $0.clock }
    clock.ticks?.tick()
  }

  /// Does what is due now without waiting for an alarm, until nothing is.
  func settle() async {
    let timers = state.withLock { $0.timers }
    await timers?.settle()
  }

  /// How long it is until something is due, by the timers.
  var timeToNextWake: Duration? {
    withState { state, now in state.timers?.nextWake.map { max(.zero, $0 - now.timers) } }
  }
}

extension Agenda.State {
  /// Notes that a run begins, and how late.
  fileprivate mutating func note(_ run: Agenda.DueRun, late: Duration) {
    ledger.append(
      TaskLedger.Entry(
        task: run.entry.name, moment: run.fire.moment, count: 1, fate: .ran(late: late)))
  }
}

extension Agenda.Appointment {
  /// Why a run is not begun.
  struct Refusal: Error {
    let reason: TaskMissReason
  }

  /// Whether nothing is due any more, and nothing runs.
  fileprivate var isFinished: Bool { timetable.isOver && runs.isEmpty }

  /// Finds the lane for a run beside those that go on.
  fileprivate mutating func admit(_ fire: Timetable.Fire) -> Result<Int, Refusal> {
    var lane = 0
    switch timetable.rules.overlap.kind {
    // What is made up for comes one run after the other.
    case _ where fire.isCatchUp: break
    case .skip where !runs.isEmpty: return .failure(Refusal(reason: .overlap))
    case .skip: break
    case .queue(let limit) where (runs[0] ?? 0) > limit:
      return .failure(Refusal(reason: .queueFull))
    case .queue: break
    case .parallel(let limit):
      guard let free = (0..<limit).first(where: { runs[$0] == nil }) else {
        return .failure(Refusal(reason: .overlap))
      }
      lane = free
    }
    runs[lane, default: 0] += 1
    return .success(lane)
  }
}
