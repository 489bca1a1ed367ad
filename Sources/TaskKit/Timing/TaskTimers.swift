import Synchronization

/// Calls for actions at their moments.
///
/// Due actions are handed to the owner in batches, in the order of their
/// deadlines, and for equal deadlines in the order in which they were scheduled;
/// none before its moment. The owner decides where they run.
///
/// Moments are durations since the clock was made; what ``now`` tells is one.
///
/// - Concurrency: May be used from any thread, also by the actions. No lock is
///   held while foreign code runs. When the last reference goes, what has not
///   been delivered goes with it.
final class TaskTimers: Sendable {
  /// What runs when its moment has come.
  typealias Action = @Sendable () -> Void

  /// What an action is cancelled by.
  struct Handle: Sendable, Hashable {
    fileprivate let place: TimerState.Handle
  }

  private let clock: TimerClock
  private let state: Mutex<TimerState>
  private let deliver: @Sendable (DueActions) -> Void

  /// Set once, before anybody else knows the timers; it cannot be made before them,
  /// because it calls them.
  private let alarm = Mutex<(any TimerAlarm)?>(nil)

  /// Makes timers of which none waits.
  ///
  /// - Parameters:
  ///   - clock: What they go by.
  ///   - deliver: Has actions run: at once, or later and elsewhere. While it has not
  ///     run all of a batch, actions that become due are added to that, and it is
  ///     not called again.
  init(clock: TimerClock, deliver: @escaping @Sendable (DueActions) -> Void) {
    self.clock = clock
    self.deliver = deliver
    state = Mutex(TimerState(now: clock.now()))
    let made = clock.makeAlarm { [weak self] in _ = self?.advance(hasRung: true) }
    alarm.withLock { $0 = made }
  }

  /// What time it is.
  var now: Duration { .nanoseconds(clock.now()) }

  /// How many actions wait; those are among them that are due, but have not begun.
  var count: Int { state.withLock(\.count) }

  /// When the timers are going to be woken, or nothing if they are not.
  var nextWake: Duration? { state.withLock { $0.nextAlarm.map { .nanoseconds($0) } } }

  // MARK: Timers

  /// Has an action run at a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment. One that has passed is due at once.
  ///   - tolerance: How much later the action may be due, so that several become due
  ///     together; it counts as due at the roundest moment that it may be.
  ///   - action: What runs.
  /// - Returns: What the action is cancelled by.
  /// - Complexity: O(1). It allocates only when more actions wait than ever.
  @discardableResult
  func schedule(
    at deadline: Duration, tolerance: Duration = .zero, _ action: @escaping Action
  ) -> Handle {
    let (handle, setting) = insert(action, at: deadline, tolerance: tolerance)
    apply(setting)
    return handle
  }

  /// Has an action not run.
  ///
  /// - Returns: Whether it was to run, and now does not. Otherwise it has begun
  ///   already, or it has been cancelled.
  /// - Complexity: O(1).
  @discardableResult
  func cancel(_ handle: Handle) -> Bool {
    let (wasThere, setting) = remove(handle)
    apply(setting)
    return wasThere
  }

  // MARK: In two steps

  // To set the alarm may run code of the clock, so that whoever holds a lock does that
  // when it is open. Settings are numbered: one that comes too late does nothing.

  /// Adds an action.
  ///
  /// - Returns: What it is cancelled by, and what is to be applied.
  func insert(
    _ action: @escaping Action, at deadline: Duration, tolerance: Duration = .zero
  ) -> (Handle, AlarmSetting?) {
    let first = deadline.nanosecondsNeeded
    let (last, isTooFar) = first.addingReportingOverflow(tolerance.nanosecondsPassed)
    let moment = Self.roundest(from: first, to: isTooFar ? .max : last)
    let (place, setting) = state.withLock { $0.insert(TimerAction(run: action), at: moment) }
    return (Handle(place: place), setting)
  }

  /// Takes an action out.
  ///
  /// - Returns: Whether it was there, and what is to be applied.
  func remove(_ handle: Handle) -> (wasThere: Bool, AlarmSetting?) {
    let (action, setting) = state.withLock { $0.cancel(handle.place) }
    return (action != nil, setting)
  }

  /// Sets the alarm.
  func apply(_ setting: AlarmSetting?) {
    guard let setting else { return }
    alarm.withLock { $0 }?.set(setting)
  }

  /// The moment in a range that ends in the most zeros, as a binary number: those
  /// of several ranges are often the same.
  static func roundest(from first: Int64, to last: Int64) -> Int64 {
    // A number before the first, and the last, are equal in all bits above the
    // one that makes the difference; the bits below it may be zero.
    guard last > first, first > .min else { return first }
    let zeros = 63 - ((first - 1) ^ last).leadingZeroBitCount
    return last & (-1 << Int64(zeros))
  }

  // MARK: Delivery

  /// Makes due what is due now, and has it delivered.
  ///
  /// - Returns: Whether anything had to be delivered.
  private func advance(hasRung: Bool) -> Bool {
    let now = clock.now()
    let progress = state.withLock { $0.advance(to: now, hasRung: hasRung) }
    apply(progress.alarm)
    guard let delivery = progress.delivery else { return false }
    deliver(DueActions(timers: self, delivery: delivery))
    return true
  }

  /// Takes out the first due action, or ends the delivery if there is none.
  fileprivate func next(of delivery: UInt64) -> Action? {
    let (action, finished) = state.withLock { $0.next(of: delivery) }
    for waiter in finished { waiter.resume(returning: true) }
    return action?.run
  }

  /// Has everything delivered that is due now, without waiting for the alarm, and
  /// returns when all of that has run.
  ///
  /// For tests, which then know that nothing is on its way. An action must not call
  /// it, because it would wait for itself.
  func settle() async {
    var isSettled = false
    while !isSettled {
      let hasDelivered = advance(hasRung: false)
      let hasWaited = await withCheckedContinuation { waiter in
        if !state.withLock({ $0.wait(waiter) }) { waiter.resume(returning: false) }
      }
      isSettled = !hasDelivered && !hasWaited
    }
  }
}

/// Actions that are due, for whoever runs them.
///
/// All of them must be run, now or later: no others are handed out before.
struct DueActions: Sendable {
  fileprivate let timers: TaskTimers
  fileprivate let delivery: UInt64

  /// Takes out the first action that is due and has not been cancelled.
  ///
  /// - Returns: The action, or nothing if there is none any more. What becomes due
  ///   after that is in another batch.
  func next() -> TaskTimers.Action? { timers.next(of: delivery) }

  /// Runs all of them, one after the other.
  func run() {
    while let action = next() { action() }
  }
}
