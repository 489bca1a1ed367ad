/// When a scheduled task is due, and what becomes of the moments that have passed.
///
/// A value that decides and does nothing: it is told what time it is, and says what is to
/// run, what does not and why, and when to ask again. Nothing of it depends on a clock, so
/// that every decision can be tested.
struct Timetable: Sendable {
  /// A run that is to begin.
  struct Fire: Sendable, Equatable {
    /// The moment that it is for.
    let moment: Duration
    /// How many runs there have been with this one.
    let number: Int
    /// How many earlier moments it stands for as well.
    let coalesced: Int
    /// Whether it is one of several that are made up for, one after the other.
    let isCatchUp: Bool
  }

  /// Moments for which nothing runs, for one reason.
  struct Miss: Sendable, Equatable {
    /// The latest of them.
    let moment: Duration
    let count: Int
    let reason: TaskMissReason
  }

  /// What is to be done now.
  struct Decision: Sendable, Equatable {
    var fires: [Fire] = []
    var misses: [Miss] = []
  }

  /// What becomes of moments that pass; shared with the task.
  private let boxedRules: Boxed<ScheduleRules>

  /// The state of tasks with bounds or jitter, which few have.
  private struct Extras: Sendable {
    /// Fire times before and after these are ignored.
    var first: Duration?
    var last: Duration?
    /// The jitter of the next run.
    var delay = Duration.zero
    var random: SplitMix
  }

  /// Boxed, and `nil` for most tasks, to keep a schedule small.
  private var extras: Boxed<Extras>?

  /// How many runs there have been.
  private(set) var runs = 0

  private(set) var moments: Moments

  /// Whether moments have come while the task was paused, which it runs for when it is
  /// resumed.
  private(set) var isHolding = false

  /// Whether no moment will come any more.
  private(set) var isOver = false

  /// The next moment that nothing has been decided about.
  private(set) var next: Duration?

  /// The latest moment that has been decided about.
  private var latest: Duration?

  /// How many moments are left to run or to skip; nothing for no end of them.
  private(set) var remaining: Int?

  /// The jitter of the next run.
  var delay: Duration { extras?.value.delay ?? .zero }

  /// Fire times after this are ignored.
  private var last: Duration { extras?.value.last ?? .never }

  /// What becomes of moments that pass.
  var rules: ScheduleRules { boxedRules.value }

  /// When to ask what is to be done; nothing if that is not to be asked for the time
  /// being.
  var wake: Duration? { isHolding ? nil : next.map { $0 + delay } }

  /// Describes the moments from `start` on.
  ///
  /// - Parameters:
  ///   - moments: When the task is due.
  ///   - count: How often it runs; nothing for no end.
  ///   - start: The first moment is not before this.
  ///   - first: None is ever before this, even if the clock goes back.
  ///   - last: None after this counts.
  ///   - boxedRules: What becomes of moments that pass.
  ///   - name: The task's name, which stable delays follow from.
  ///   - seed: What random delays follow from.
  init(
    _ moments: Moments, count: Int?, from start: Duration, notBefore first: Duration? = nil,
    through last: Duration? = nil, rules boxedRules: Boxed<ScheduleRules>, name: String,
    seed: UInt64
  ) {
    let rules = boxedRules.value
    self.moments = moments
    self.boxedRules = boxedRules
    remaining = [count, rules.maximumRuns].compactMap(\.self).min()
    if first != nil || last != nil || rules.jitter != nil {
      // A stable delay is the first number that the name gives, every time.
      let seed = rules.jitter?.isStable == true ? Self.hash(name) : seed
      extras = Boxed(Extras(first: first, last: last, random: SplitMix(seed: seed)))
      if rules.jitter?.isStable == true { drawDelay() }
    }
    move(to: moments.first(from: start))
  }

  // MARK: - Deciding

  /// Decides about the moments that have come.
  ///
  /// - Parameters:
  ///   - now: What time it is.
  ///   - isPaused: Whether the task is paused.
  /// - Returns: What is to be done; nothing if it is too early.
  mutating func decide(at now: Duration, isPaused: Bool) -> Decision {
    // What is held has come, even if the clock has been set back since.
    guard let next, isHolding || next + delay <= now else { return Decision() }
    if isPaused && rules.pause == .hold {
      isHolding = true
      return Decision()
    }
    let wasHeld = isHolding
    isHolding = false
    let coalesces = wasHeld || (!isPaused && rules.misfire.kind == .runOnce)
    let end = max(next, min(now - delay, last))
    let passed = moments.passed(from: next, until: end, most: remaining, latest: wanted)
    let decision = decide(about: passed, at: now, isPaused: isPaused, wasHeld: wasHeld)
    // Of moments that count as one, as many again are still to come.
    advance(past: coalesces ? end : passed.latest.last ?? next)
    // Where an interval counts from the end of a run, it counts from now if there is none.
    if decision.fires.isEmpty { didEnd(at: now) }
    return decision
  }

  /// A run has ended, from which the next interval counts.
  mutating func didEnd(at now: Duration) {
    guard case .delay(let interval, _) = moments, remaining != 0 else { return }
    move(to: now + interval)
  }

  /// How many moments are looked at one by one.
  private var wanted: Int {
    if case .catchUp(let limit) = rules.misfire.kind { return limit }
    return 1
  }

  private mutating func decide(
    about passed: PassedMoments, at now: Duration, isPaused: Bool, wasHeld: Bool
  ) -> Decision {
    guard let moment = passed.latest.last else { return Decision() }
    let isLate = now - (moment + delay) > rules.grace
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

  /// One run for all, which counts as one: of a task that runs so many times, the others
  /// come later.
  private mutating func runOnce(_ passed: PassedMoments) -> Decision {
    guard let moment = passed.latest.last else { return Decision() }
    let others = passed.count - 1
    let reason: TaskMissReason = remaining == nil ? .coalesced : .postponed
    use(1)
    runs += 1
    return Decision(
      fires: [Fire(moment: moment, number: runs, coalesced: others, isCatchUp: false)],
      misses: others > 0 ? [Miss(moment: moment, count: others, reason: reason)] : [])
  }

  /// A run for each of the latest moments; the others are missed.
  private mutating func run(
    _ passed: PassedMoments, _ limit: Int, because reason: TaskMissReason
  ) -> Decision {
    use(passed.count)
    let served = passed.latest.suffix(limit)
    let missed = passed.count - served.count
    var decision = Decision()
    if missed > 0, let moment = served.first {
      decision.misses = [Miss(moment: moment, count: missed, reason: reason)]
    }
    for moment in served {
      runs += 1
      decision.fires.append(
        Fire(moment: moment, number: runs, coalesced: 0, isCatchUp: served.count > 1))
    }
    return decision
  }

  private mutating func skip(_ passed: PassedMoments, because reason: TaskMissReason) -> Decision {
    use(passed.count)
    guard let moment = passed.latest.last else { return Decision() }
    return Decision(misses: [Miss(moment: moment, count: passed.count, reason: reason)])
  }

  private mutating func use(_ count: Int) {
    if let remaining { self.remaining = max(0, remaining - count) }
  }

  // MARK: - Going on

  private mutating func advance(past moment: Duration) {
    latest = moment
    if case .delay = moments {
      next = nil
      isOver = remaining == 0
    } else {
      move(to: moments.next(after: moment))
    }
  }

  private mutating func move(to moment: Duration?) {
    next = moment.flatMap { remaining != 0 && $0 <= last ? $0 : nil }
    isOver = next == nil
    if rules.jitter?.isStable == false { drawDelay() }
  }

  private mutating func drawDelay() {
    guard let limit = rules.jitter?.limit, var extras = extras?.value else { return }
    // In whole microseconds: finer ones mean nothing to a schedule.
    let steps = UInt64(clamping: limit.nanosecondsPassed / 1_000) + 1
    extras.delay = .microseconds(Int64(extras.random.next() % steps))
    self.extras = Boxed(extras)
  }

  /// A number that only depends on the name, in every process (FNV-1a).
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

// MARK: - Clocks that change

extension Timetable {
  /// The time that moments count in was set.
  ///
  /// A moment is not due again when the time goes back over it. If it goes back over
  /// several, or by hours, the task is due as the clock has it now.
  ///
  /// - Parameter now: What time it is.
  mutating func timeWasSet(to now: Duration) {
    guard let next, !isHolding,
      let earlier = moments.first(from: max(extras?.value.first ?? now, now)), earlier < next
    else { return }
    if let latest, latest - now < .seconds(3 * 3600) {
      guard let second = moments.next(after: earlier), second <= latest else { return }
    }
    move(to: earlier)
  }

  /// The rules of time zones have changed.
  mutating func zonesHaveChanged(at now: Duration) {
    guard case .schedule(let schedule) = moments, next != nil else { return }
    moments = .schedule(schedule.withCurrentZones())
    if !isHolding { move(to: moments.next(after: now)) }
  }

  /// The clock that moments count from is another one.
  ///
  /// - Parameter difference: How much later the other one is.
  mutating func shift(by difference: Duration) {
    switch moments {
    case .rate(let rate):
      moments = .rate(FixedRate(start: rate.start + difference, interval: rate.interval))
    case .delay(let interval, let first): moments = .delay(interval, first: first + difference)
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
