import Synchronization

/// Fires elements at their deadlines.
///
/// Elements fire one at a time, ordered by deadline, and for equal deadlines in the order in
/// which they were inserted; none before its deadline.
///
/// Deadlines are durations since the clock was made.
///
/// - Concurrency: May be used from any thread, also by what an element fires. No lock is held
///   while foreign code runs. When the last reference is released, pending elements are
///   released with it.
final class Timers<Element: Sendable>: Sendable {
  typealias Handle = TimingWheel<Element>.Handle

  let clock: TimerClock
  let state: Mutex<TimerState<Element>>
  private let fire: @Sendable (Element) -> Void
  private let afterBatch: @Sendable () -> Void

  /// Set once, by the initializer: the alarm calls the timers, so that it is made after them.
  private let alarm = Mutex<(any TimerAlarm)?>(nil)

  /// Creates timers without elements.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - fire: Called for each due element, on the thread of the alarm. Elements that become
  ///     due meanwhile follow in the same batch.
  ///   - afterBatch: Called when no element is due any more.
  init(
    clock: TimerClock, fire: @escaping @Sendable (Element) -> Void,
    afterBatch: @escaping @Sendable () -> Void = {}
  ) {
    self.clock = clock
    self.fire = fire
    self.afterBatch = afterBatch
    state = Mutex(TimerState(now: clock.now()))
    let made = clock.makeAlarm { [weak self] in _ = self?.advance(hasRung: true) }
    alarm.withLock { $0 = made }
  }

  /// The next time at which the alarm rings, or `nil` if it is not set.
  var nextWake: Duration? { state.withLock { $0.alarm.map { .nanoseconds($0) } } }

  // MARK: In two steps

  // Setting the alarm may run code of the clock: a caller that holds a lock applies the setting
  // after unlocking. Settings are numbered, and an outdated one does nothing.

  /// Inserts an element.
  ///
  /// - Returns: Its handle, and the alarm setting to apply.
  func insert(_ element: Element, at deadline: Duration) -> (Handle, AlarmSetting?) {
    state.withLock { $0.insert(element, at: deadline.nanosecondsNeeded) }
  }

  /// Removes an element.
  ///
  /// - Returns: Whether it was there, and the alarm setting to apply.
  func remove(_ handle: Handle) -> (wasThere: Bool, AlarmSetting?) {
    let (element, setting) = state.withLock { $0.remove(handle) }
    return (element != nil, setting)
  }

  /// Sets the alarm.
  func apply(_ setting: AlarmSetting?) {
    guard let setting else { return }
    alarm.withLock { $0 }?.set(setting)
  }

  // MARK: Firing

  /// Fires what is due now, unless another call does already.
  ///
  /// - Returns: Whether this call has fired elements.
  private func advance(hasRung: Bool) -> Bool {
    let now = clock.now()
    let (setting, fires) = state.withLock { $0.advance(to: now, hasRung: hasRung) }
    apply(setting)
    guard fires else { return false }
    while let element = takeDue() { fire(element) }
    afterBatch()
    return true
  }

  private func takeDue() -> Element? {
    let (element, finished) = state.withLock { $0.takeDue() }
    for waiter in finished { waiter.resume(returning: true) }
    return element
  }

  /// Fires everything that is due now, without waiting for the alarm, and returns when all of
  /// it has fired.
  ///
  /// For tests. Must not be called by what an element fires, which would wait for itself.
  func settle() async {
    var isSettled = false
    while !isSettled {
      let hasFired = advance(hasRung: false)
      let hasWaited = await withCheckedContinuation { waiter in
        if !state.withLock({ $0.wait(waiter) }) { waiter.resume(returning: false) }
      }
      isSettled = !hasFired && !hasWaited
    }
  }
}

/// The state of timers: the pending elements, the alarm setting and whether a batch fires.
///
/// Its methods return what the caller does after unlocking.
struct TimerState<Element: Sendable> {
  typealias Handle = TimingWheel<Element>.Handle

  private(set) var wheel: TimingWheel<Element>

  /// The time at which the alarm rings, if it is set.
  private(set) var alarm: Int64?

  /// The number of alarm settings so far.
  private var alarmSettings: UInt64 = 0

  /// A Boolean value that indicates whether a thread fires the due elements one by one.
  private var isFiring = false

  /// The tasks that wait for the end of the batch.
  private var waiters: [CheckedContinuation<Bool, Never>] = []

  /// Creates timers without elements.
  init(now: Int64) {
    wheel = TimingWheel(startingAt: now)
  }

  // MARK: Elements

  /// Inserts an element.
  mutating func insert(_ element: Element, at deadline: Int64) -> (Handle, AlarmSetting?) {
    let handle = wheel.insert(element, at: deadline)
    if let alarm, alarm <= deadline { return (handle, nil) }
    return (handle, setAlarm(to: deadline))
  }

  /// Removes an element, due or not.
  ///
  /// The alarm stays set to the deadline of a removed element, unless that was the last:
  /// setting it costs more than a ring for nothing.
  mutating func remove(_ handle: Handle) -> (Element?, AlarmSetting?) {
    guard let element = wheel.cancel(handle) else { return (nil, nil) }
    return (element, wheel.isEmpty && alarm != nil ? setAlarm(to: nil) : nil)
  }

  private mutating func setAlarm(to deadline: Int64?) -> AlarmSetting {
    alarm = deadline
    alarmSettings += 1
    return AlarmSetting(deadline: deadline, number: alarmSettings)
  }

  // MARK: Firing

  /// Makes due what is due now.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - hasRung: Whether the alarm has rung, and so is not set any more.
  /// - Returns: The alarm setting to apply, and whether the caller fires the due elements: one
  ///   thread at a time does, so that they stay in order.
  mutating func advance(to now: Int64, hasRung: Bool) -> (AlarmSetting?, fires: Bool) {
    wheel.advance(to: now)
    let next = wheel.nextDeadline
    let setting = hasRung || next != alarm ? setAlarm(to: next) : nil
    guard !isFiring, wheel.hasDue else { return (setting, false) }
    isFiring = true
    return (setting, true)
  }

  /// Removes the first due element, or ends the batch if there is none.
  ///
  /// - Returns: The element, and the tasks that have waited for the end.
  mutating func takeDue() -> (Element?, finished: [CheckedContinuation<Bool, Never>]) {
    if let due = wheel.popDue() { return (due.element, []) }
    isFiring = false
    defer { waiters = [] }
    return (nil, waiters)
  }

  /// Resumes a task with `true` when the batch is over.
  ///
  /// - Returns: Whether there is a batch.
  mutating func wait(_ waiter: CheckedContinuation<Bool, Never>) -> Bool {
    guard isFiring else { return false }
    waiters.append(waiter)
    return true
  }
}

/// Timers by the system's clock, for benchmarks, which are compiled outside of this module.
@_spi(Benchmarks)
public struct TimerBenchmark: Sendable {
  /// A function to run; a bare one that is passed to generic code is wrapped in an allocated
  /// thunk.
  fileprivate struct Action: Sendable {
    let run: @Sendable () -> Void
  }

  private let timers = Timers<Action>(clock: .system(), fire: { $0.run() })

  /// Creates timers of which none is pending.
  public init() {}

  /// The time since they were created.
  public var now: Duration { .nanoseconds(timers.clock.now()) }

  /// Starts a timer.
  public func start(at deadline: Duration, _ action: @escaping @Sendable () -> Void) {
    timers.apply(timers.insert(Action(run: action), at: deadline).1)
  }

  /// Starts timers and cancels each, here, so that no call from another module is measured.
  public func startAndCancel(_ count: Int, from deadline: Duration) {
    for index in 0..<count {
      let (handle, setting) = timers.insert(Action(run: {}), at: deadline + .nanoseconds(index))
      timers.apply(setting)
      timers.apply(timers.remove(handle).1)
    }
  }
}
