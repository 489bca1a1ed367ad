import Synchronization

/// Timers whose elements are functions to run.
typealias TaskTimers = Timers<TimerAction>

/// Delivers elements at their deadlines.
///
/// Due elements are delivered to the owner in batches, in the order of their
/// deadlines, and for equal deadlines in the order in which they were scheduled;
/// none before its deadline. The owner decides what happens with them, and where.
///
/// Moments are durations since the clock was made; what ``now`` tells is one.
///
/// - Concurrency: May be used from any thread, also by the elements. No lock is
///   held while foreign code runs. When the last reference goes, what has not
///   been delivered goes with it.
final class Timers<Element: Sendable>: Sendable {
  /// Identifies an element, to cancel it.
  struct Handle: Sendable, Hashable {
    fileprivate let place: TimerState<Element>.Handle
  }

  private let clock: TimerClock
  private let state: Mutex<TimerState<Element>>
  private let deliver: @Sendable (DueElements<Element>) -> Void

  /// Set once, before anybody else knows the timers; it cannot be made before them,
  /// because it calls them.
  private let alarm = Mutex<(any TimerAlarm)?>(nil)

  /// Makes timers of which none waits.
  ///
  /// - Parameters:
  ///   - clock: What they go by.
  ///   - deliver: Takes elements: at once, or later and elsewhere. While it has not
  ///     taken all of a batch, elements that become due are added to that, and it is
  ///     not called again.
  init(clock: TimerClock, deliver: @escaping @Sendable (DueElements<Element>) -> Void) {
    self.clock = clock
    self.deliver = deliver
    state = Mutex(TimerState(now: clock.now()))
    let made = clock.makeAlarm { [weak self] in _ = self?.advance(hasRung: true) }
    alarm.withLock { $0 = made }
  }

  /// What time it is.
  var now: Duration { .nanoseconds(clock.now()) }

  /// The number of elements, including those that are due but not taken yet.
  var count: Int { state.withLock(\.count) }

  /// When the timers are going to be woken, or nothing if they are not.
  var nextWake: Duration? { state.withLock { $0.nextAlarm.map { .nanoseconds($0) } } }

  // MARK: Timers

  /// Cancels an element.
  ///
  /// - Returns: `false` if it has already been taken or cancelled.
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

  /// Adds an element.
  ///
  /// - Returns: Its handle, and the alarm setting to apply.
  func insert(
    _ element: Element, at deadline: Duration, tolerance: Duration = .zero
  ) -> (Handle, AlarmSetting?) {
    let first = deadline.nanosecondsNeeded
    let (last, isTooFar) = first.addingReportingOverflow(tolerance.nanosecondsPassed)
    let moment = Self.roundest(from: first, to: isTooFar ? .max : last)
    let (place, setting) = state.withLock { $0.insert(element, at: moment) }
    return (Handle(place: place), setting)
  }

  /// Removes an element.
  ///
  /// - Returns: Whether it was there, and the alarm setting to apply.
  func remove(_ handle: Handle) -> (wasThere: Bool, AlarmSetting?) {
    let (element, setting) = state.withLock { $0.cancel(handle.place) }
    return (element != nil, setting)
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
    deliver(DueElements(timers: self, delivery: delivery))
    return true
  }

  /// Takes out the first due element, or ends the delivery if there is none.
  fileprivate func take(of delivery: UInt64) -> Element? {
    let (element, finished) = state.withLock { $0.next(of: delivery) }
    for waiter in finished { waiter.resume(returning: true) }
    return element
  }

  /// Has everything delivered that is due now, without waiting for the alarm, and
  /// returns when all of that has run.
  ///
  /// For tests, which then know that no delivery is pending. An element must not call it: it
  /// would wait for itself.
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

/// A batch of due elements.
///
/// The owner must take all of them, now or later: no other batch is delivered before.
struct DueElements<Element: Sendable>: Sendable {
  fileprivate let timers: Timers<Element>
  fileprivate let delivery: UInt64

  /// Takes out the first element that is due and has not been cancelled.
  ///
  /// - Returns: `nil` if there is none left. Elements that become due later are in another
  ///   batch.
  func take() -> Element? { timers.take(of: delivery) }
}

// MARK: - Functions

/// A function to run at a deadline.
///
/// A type of its own, because a bare function that is passed to generic code such as a wheel
/// or a lock is wrapped in an allocated thunk.
struct TimerAction: Sendable {
  let run: @Sendable () -> Void
}

/// A batch of due functions.
typealias DueActions = DueElements<TimerAction>

extension Timers where Element == TimerAction {
  /// A function to run at a deadline.
  typealias Action = @Sendable () -> Void

  /// Schedules a function.
  ///
  /// - Parameters:
  ///   - deadline: When it runs; at once if this has passed.
  ///   - tolerance: How much later the function may be due, so that several become due
  ///     together; it counts as due at the roundest moment that it may be.
  ///   - action: The function.
  /// - Returns: The handle to cancel it with.
  /// - Complexity: O(1). It allocates only when more functions wait than ever.
  @discardableResult
  func schedule(
    at deadline: Duration, tolerance: Duration = .zero, _ action: @escaping Action
  ) -> Handle {
    let (handle, setting) = insert(TimerAction(run: action), at: deadline, tolerance: tolerance)
    apply(setting)
    return handle
  }
}

extension DueElements where Element == TimerAction {
  /// Takes out the first function that is due and has not been cancelled.
  func next() -> TaskTimers.Action? { take()?.run }

  /// Runs all of them, one after the other.
  func run() {
    while let action = next() { action() }
  }
}
