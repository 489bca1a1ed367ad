/// The schedule of a task and its progress: the next fire time, and decisions about fire times that
/// have passed.
///
/// It is a value that only decides. Given the current time, it returns the runs to start, the
/// missed fires with reasons, and the time of the next decision. It reads no clock, sets no timer
/// and takes no lock, so every decision can be tested with plain values. ``TaskScheduler`` carries
/// the decisions out. For durable tasks, a store keeps the progress, and ``DurableTask`` asks the
/// same type.
///
/// Rejected:
/// * A class with a clock and a timer. A test of a decision would need both, and a store could not
///   keep it.
/// * A second type for durable tasks. The rules for missed, overlapping and jittered fires would be
///   written twice.
///
/// Programs may schedule many tasks, so the value is small. The rules are shared between tasks, the
/// rarely used bounds and jitter are in a box of their own, and a missing time is a time that no
/// fire can have: an optional time takes twice the memory of a time.
struct ScheduleState: Sendable {
  /// A run to start.
  struct Fire: Sendable, Equatable {
    let fireTime: Duration
    /// The number of the run, counted from 1.
    let number: Int
    /// The number of earlier fires that it replaces.
    let coalesced: Int
    /// A Boolean value that indicates whether it is one of several catch-up runs.
    let isCatchUp: Bool
  }

  /// Fires without a run, for one reason.
  struct Miss: Sendable, Equatable {
    /// The latest of their fire times.
    let fireTime: Duration
    let count: Int
    let reason: TaskMissReason
  }

  /// The runs to start now, and the fires without a run.
  struct Decision: Sendable, Equatable {
    var fires: [Fire] = []
    var misses: [Miss] = []
  }

  /// The rules, shared with the task and with other tasks that have the same rules.
  private let boxedRules: Boxed<ScheduleRules>

  /// The state of tasks with bounds or jitter, which few tasks have.
  private struct Extras: Sendable {
    /// Fire times before `first` and after `last` are ignored.
    var first: Duration?
    var last: Duration?
    /// The jitter of the next run.
    var delay = Duration.zero
    var random: SplitMix
  }

  /// Boxed, and `nil` for most tasks, to keep a schedule small.
  private var extras: Boxed<Extras>?

  /// The number of runs so far.
  private(set) var runs = 0

  /// The number of remaining fires, or -1 for no limit.
  private var storedRemaining = -1

  /// The latest possible time, which stands for no time.
  private static let noTime = Duration(attoseconds: .max)

  private var storedNext = noTime
  private var storedLatest = noTime

  private(set) var fireTimes: FireTimes

  /// A Boolean value that indicates whether fires have passed during a pause and wait for its end.
  private(set) var isHolding = false

  /// A Boolean value that indicates whether the schedule has no more fires.
  private(set) var isOver = false

  /// The first fire time that is not decided.
  private(set) var next: Duration? {
    get { storedNext == Self.noTime ? nil : storedNext }
    set { storedNext = newValue ?? Self.noTime }
  }

  /// The latest fire time that is decided.
  private var latest: Duration? {
    get { storedLatest == Self.noTime ? nil : storedLatest }
    set { storedLatest = newValue ?? Self.noTime }
  }

  /// The number of remaining fires, whether run or skipped, or `nil` for no limit.
  private(set) var remaining: Int? {
    get { storedRemaining < 0 ? nil : storedRemaining }
    set { storedRemaining = newValue ?? -1 }
  }

  /// The jitter of the next run.
  var delay: Duration { extras?.value.delay ?? .zero }

  /// The end of the schedule.
  ///
  /// Fire times after it are ignored.
  private var last: Duration { extras?.value.last ?? .never }

  /// The rules for fires that have passed.
  var rules: ScheduleRules { boxedRules.value }

  /// The time of the next decision, or `nil` if it depends on a run or on the end of a pause.
  var wake: Duration? { isHolding ? nil : next.map { $0 + delay } }

  /// Creates a schedule that starts at `start`.
  ///
  /// - Parameters:
  ///   - fireTimes: The fire times.
  ///   - count: The number of runs, or `nil` for no limit.
  ///   - start: The earliest possible first fire time.
  ///   - first: The earliest possible fire time, even if the clock is set back.
  ///   - last: The latest possible fire time.
  ///   - boxedRules: The rules for fires that have passed.
  ///   - name: The task's name, from which stable jitter is computed.
  ///   - seed: The seed of random jitter.
  init(
    _ fireTimes: FireTimes, count: Int?, from start: Duration, notBefore first: Duration? = nil,
    through last: Duration? = nil, rules boxedRules: Boxed<ScheduleRules>, name: String,
    seed: UInt64
  ) {
    let rules = boxedRules.value
    self.fireTimes = fireTimes
    self.boxedRules = boxedRules
    remaining = [count, rules.maximumRuns].compactMap(\.self).min()
    if first != nil || last != nil || rules.jitter != nil {
      // Stable jitter is always the first random number for the name.
      let seed = rules.jitter?.isStable == true ? Self.hash(name) : seed
      extras = Boxed(Extras(first: first, last: last, random: SplitMix(seed: seed)))
      if rules.jitter?.isStable == true { drawDelay() }
    }
    move(to: fireTimes.first(from: start))
  }

  // MARK: - Deciding

  /// Decides about the fires that have passed.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - isPaused: Whether the task is paused.
  /// - Returns: The runs to start and the missed fires, or an empty decision if it is too early.
  mutating func decide(at now: Duration, isPaused: Bool) -> Decision {
    // Held fires have passed, even if the clock has been set back since.
    guard let next, isHolding || next + delay <= now else { return Decision() }
    if isPaused && rules.pause == .hold {
      isHolding = true
      return Decision()
    }
    let wasHeld = isHolding
    isHolding = false
    let coalesces = wasHeld || (!isPaused && rules.misfire.kind == .runOnce)
    let end = max(next, min(now - delay, last))
    let passed = fireTimes.missed(from: next, until: end, most: remaining, latest: wanted)
    let decision = decide(about: passed, at: now, isPaused: isPaused, wasHeld: wasHeld)
    // Coalesced fires use up one run only, so the schedule continues after all of them.
    advance(past: coalesces ? end : passed.latest.last ?? next)
    // A fixed delay counts from the end of a run, or from now if no run starts.
    if decision.fires.isEmpty { didEnd(at: now) }
    return decision
  }

  /// Records the end of a run, from which the interval of a fixed delay counts.
  mutating func didEnd(at now: Duration) {
    guard case .delay(let interval, _) = fireTimes, remaining != 0 else { return }
    move(to: now + interval)
  }

  /// The maximum number of latest fires that can get a run of their own.
  private var wanted: Int {
    if case .catchUp(let limit) = rules.misfire.kind { return limit }
    return 1
  }

  private mutating func decide(
    about passed: MissedTimes, at now: Duration, isPaused: Bool, wasHeld: Bool
  ) -> Decision {
    guard let fireTime = passed.latest.last else { return Decision() }
    let isLate = now - (fireTime + delay) > rules.grace
    if isPaused { return skip(passed, because: .paused) }
    if passed.count == 1 && (!isLate || wasHeld) { return run(passed, 1, because: .coalesced) }
    if wasHeld { return runOnce(passed) }
    switch rules.misfire.kind {
    case .runOnce: return runOnce(passed)
    case .skip where isLate: return skip(passed, because: .tooLate)
    case .skip: return run(passed, 1, because: .tooLate)
    case .catchUp(let limit): return run(passed, limit, because: .beyondCatchUp)
    }
  }

  /// Runs once for all passed fires.
  ///
  /// It counts as one run, so a limited number of runs is not used up.
  private mutating func runOnce(_ passed: MissedTimes) -> Decision {
    guard let fireTime = passed.latest.last else { return Decision() }
    let others = passed.count - 1
    let reason: TaskMissReason = remaining == nil ? .coalesced : .postponed
    use(1)
    runs += 1
    return Decision(
      fires: [Fire(fireTime: fireTime, number: runs, coalesced: others, isCatchUp: false)],
      misses: others > 0 ? [Miss(fireTime: fireTime, count: others, reason: reason)] : [])
  }

  /// Runs for each of the latest fires, and misses the others.
  private mutating func run(
    _ passed: MissedTimes, _ limit: Int, because reason: TaskMissReason
  ) -> Decision {
    use(passed.count)
    let served = passed.latest.suffix(limit)
    let missed = passed.count - served.count
    var decision = Decision()
    if missed > 0, let fireTime = served.first {
      decision.misses = [Miss(fireTime: fireTime, count: missed, reason: reason)]
    }
    for fireTime in served {
      runs += 1
      decision.fires.append(
        Fire(fireTime: fireTime, number: runs, coalesced: 0, isCatchUp: served.count > 1))
    }
    return decision
  }

  private mutating func skip(_ passed: MissedTimes, because reason: TaskMissReason) -> Decision {
    use(passed.count)
    guard let fireTime = passed.latest.last else { return Decision() }
    return Decision(misses: [Miss(fireTime: fireTime, count: passed.count, reason: reason)])
  }

  private mutating func use(_ count: Int) {
    if let remaining { self.remaining = max(0, remaining - count) }
  }

  // MARK: - Moving on

  private mutating func advance(past fireTime: Duration) {
    latest = fireTime
    if case .delay = fireTimes {
      next = nil
      isOver = remaining == 0
    } else {
      move(to: fireTimes.next(after: fireTime))
    }
  }

  private mutating func move(to fireTime: Duration?) {
    next = fireTime.flatMap { remaining != 0 && $0 <= last ? $0 : nil }
    isOver = next == nil
    if rules.jitter?.isStable == false { drawDelay() }
  }

  private mutating func drawDelay() {
    guard let limit = rules.jitter?.limit, var extras = extras?.value else { return }
    // In whole microseconds, because schedules need no finer resolution.
    let steps = UInt64(clamping: limit.nanosecondsPassed / 1_000) + 1
    extras.delay = .microseconds(Int64(extras.random.next() % steps))
    self.extras = Boxed(extras)
  }

  /// Hashes a name to the same number in every process (FNV-1a).
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

// MARK: - From a definition

extension ScheduleState {
  /// Creates the schedule of a task from now on, or returns `nil` if the task never fires.
  init?(_ definition: TaskDefinition, at now: ScheduleClock.Reading, seed: UInt64) {
    guard definition.trigger.misfit == nil else { return nil }
    let rules = definition.properties.boxedSchedule
    let (start, end) = (rules.value.start?.since1970, rules.value.end?.since1970)
    func fireTimes(every interval: Duration, from first: Duration) -> FireTimes {
      rules.value.countsFromEnd
        ? .delay(interval, first: first) : .rate(FixedRate(start: first, interval: interval))
    }
    switch definition.trigger {
    case .date(let date, let times, let interval):
      let first = Duration(rounding: date.secondsSince1970)
      // No fire time is before the date.
      self.init(
        fireTimes(every: Duration(rounding: interval), from: first), count: times.times,
        from: max(first, start ?? first), notBefore: start, through: end, rules: rules,
        name: definition.name, seed: seed)
    case .timer(let times, let interval):
      let interval = Duration(rounding: interval)
      let first = now.timers + max(.zero, (start ?? now.wall) - now.wall) + interval
      self.init(
        fireTimes(every: interval, from: first), count: times.times, from: first,
        through: end.map { now.timers + ($0 - now.wall) }, rules: rules, name: definition.name,
        seed: seed)
    case .schedule(let schedule):
      self.init(
        .schedule(schedule), count: nil, from: max(now.wall, start ?? now.wall),
        notBefore: start, through: end, rules: rules, name: definition.name, seed: seed)
    case .event, .notification, .unreadable:
      return nil
    }
  }
}

// MARK: - Progress in a store

extension ScheduleState {
  /// The progress, in the form that a store keeps.
  var progress: ScheduleProgress {
    ScheduleProgress(
      next: next.map(TaskTime.init), delay: delay, latest: latest.map(TaskTime.init), runs: runs,
      remaining: remaining, isHolding: isHolding)
  }

  /// Continues from the progress in a store.
  mutating func resume(from progress: ScheduleProgress) {
    next = progress.next?.sinceEpoch
    latest = progress.latest?.sinceEpoch
    runs = progress.runs
    remaining = progress.remaining
    isHolding = progress.isHolding
    isOver = next == nil
    extras?.value.delay = progress.delay
  }

  /// Continues the count of runs of another definition of the task.
  ///
  /// If a fire of the other definition has passed, it is kept, so that the misfire policy decides
  /// about it.
  mutating func takeOver(from progress: ScheduleProgress, at now: Duration) {
    runs = progress.runs
    remaining = remaining.map { max(0, $0 - progress.runs) }
    latest = progress.latest?.sinceEpoch
    isHolding = progress.isHolding
    if let overdue = progress.next?.sinceEpoch, isHolding || overdue <= now, remaining != 0 {
      next = overdue
    } else if remaining == 0 {
      next = nil
    }
    isOver = next == nil
  }
}

// MARK: - Changes of clocks

extension ScheduleState {
  /// Adapts to a change of the system's time of day.
  ///
  /// If the time goes back over a single decided fire, that fire is not repeated. If it goes back
  /// over several fires, or if the latest decided fire is now three hours or more ahead, the
  /// schedule continues from the new time.
  ///
  /// - Parameter now: The current time.
  mutating func timeWasSet(to now: Duration) {
    guard let next, !isHolding,
      let earlier = fireTimes.first(from: max(extras?.value.first ?? now, now)), earlier < next
    else { return }
    if let latest, latest - now < .seconds(3 * 3600) {
      guard let second = fireTimes.next(after: earlier), second <= latest else { return }
    }
    move(to: earlier)
  }

  /// Adapts to changed rules of time zones.
  mutating func zonesHaveChanged(at now: Duration) {
    guard case .schedule(let schedule) = fireTimes, next != nil else { return }
    fireTimes = .schedule(schedule.withCurrentZones())
    if !isHolding { move(to: fireTimes.next(after: now)) }
  }

  /// Adapts to another clock.
  ///
  /// - Parameter difference: The time of the new clock minus the time of the old one.
  mutating func shift(by difference: Duration) {
    switch fireTimes {
    case .rate(let rate):
      fireTimes = .rate(FixedRate(start: rate.start + difference, interval: rate.interval))
    case .delay(let interval, let first): fireTimes = .delay(interval, first: first + difference)
    case .schedule: return
    }
    next = next.map { $0 + difference }
    latest = latest.map { $0 + difference }
    if var extras = extras?.value {
      extras.first = extras.first.map { $0 + difference }
      extras.last = extras.last.map { $0 + difference }
      self.extras = Boxed(extras)
    }
  }
}
