import Synchronization

/// Fires elements at their deadlines.
///
/// Elements fire one at a time, ordered by deadline. Elements with equal deadlines fire in the
/// order in which they were inserted. No element fires before its deadline.
///
/// All elements share one alarm of the clock, which is set to the next deadline. A system timer for
/// each element was rejected, because starting and cancelling one takes much longer than inserting
/// and removing an element here.
///
/// Deadlines are durations since the creation of the clock.
///
/// - Concurrency: May be used from any thread, including by the function that fires an element. No
///   lock is held while foreign code runs. When the last reference is released, pending elements
///   are released with it.
final class Timers<Element: Sendable>: Sendable {
  typealias Handle = TimingWheel<Element>.Handle

  struct State {
    var wheel: TimingWheel<Element>

    /// The time at which the alarm rings, or `nil` if it is not set.
    var alarm: Int64?

    /// The number of alarm settings so far.
    var alarmSettings: UInt64 = 0

    /// A Boolean value that indicates whether a thread is firing the due elements.
    var isFiring = false

    /// The tasks that wait for the end of the batch.
    var waiters: [CheckedContinuation<Bool, Never>] = []

    /// Returns a new alarm setting, which the caller applies after unlocking.
    mutating func setAlarm(to deadline: Int64?) -> AlarmSetting {
      alarm = deadline
      alarmSettings += 1
      return AlarmSetting(deadline: deadline, number: alarmSettings)
    }
  }

  let clock: ScheduleClock
  let state: Mutex<State>
  private let fire: @Sendable (Element) -> Void
  private let afterBatch: @Sendable () -> Void

  /// The alarm, set once by the initializer.
  ///
  /// It calls the timers, so it is created after them.
  private let alarm = Mutex<(any TimerAlarm)?>(nil)

  /// Creates timers without elements.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - fire: Called for each due element, on the thread of the alarm. Elements that become due
  ///     during a call follow in the same batch.
  ///   - afterBatch: Called when no element is due.
  init(
    clock: ScheduleClock, fire: @escaping @Sendable (Element) -> Void,
    afterBatch: @escaping @Sendable () -> Void = {}
  ) {
    self.clock = clock
    self.fire = fire
    self.afterBatch = afterBatch
    state = Mutex(State(wheel: TimingWheel(startingAt: clock.now())))
    let made = clock.makeAlarm { [weak self] in _ = self?.advance(hasRung: true) }
    alarm.withLock { $0 = made }
  }

  /// The next time at which the alarm rings, or `nil` if it is not set.
  var nextWake: Duration? { state.withLock { $0.alarm.map { .nanoseconds($0) } } }

  // MARK: In two steps

  // Setting the alarm may run code of the clock. A caller that holds a lock therefore applies the
  // setting after unlocking. Settings are numbered, and an outdated one has no effect.

  /// Inserts an element.
  ///
  /// - Returns: Its handle, and the alarm setting to apply.
  func insert(_ element: Element, at deadline: Duration) -> (Handle, AlarmSetting?) {
    let deadline = deadline.nanosecondsNeeded
    return state.withLock { state in
      let handle = state.wheel.insert(element, at: deadline)
      if let alarm = state.alarm, alarm <= deadline { return (handle, nil) }
      return (handle, state.setAlarm(to: deadline))
    }
  }

  /// Removes an element, whether due or not.
  ///
  /// The alarm stays set to the deadline of a removed element, unless it was the last element.
  /// Setting it costs more than a ring without a due element.
  ///
  /// - Returns: Whether the element was present, and the alarm setting to apply.
  func remove(_ handle: Handle) -> (wasThere: Bool, AlarmSetting?) {
    let (element, setting) = state.withLock { state -> (Element?, AlarmSetting?) in
      guard let element = state.wheel.cancel(handle) else { return (nil, nil) }
      let isLast = state.wheel.isEmpty && state.alarm != nil
      return (element, isLast ? state.setAlarm(to: nil) : nil)
    }
    return (element != nil, setting)
  }

  /// Applies an alarm setting.
  func apply(_ setting: AlarmSetting?) {
    guard let setting else { return }
    alarm.withLock { $0 }?.set(setting)
  }

  // MARK: Firing

  /// Fires the elements that are due now, unless another thread is doing so.
  ///
  /// Only one thread fires at a time, so that elements stay in order.
  ///
  /// - Parameter hasRung: Whether the alarm has rung, and so is no longer set.
  /// - Returns: Whether this call has fired elements.
  private func advance(hasRung: Bool) -> Bool {
    let now = clock.now()
    let (setting, fires) = state.withLock { state -> (AlarmSetting?, Bool) in
      state.wheel.advance(to: now)
      let next = state.wheel.nextDeadline
      let setting = hasRung || next != state.alarm ? state.setAlarm(to: next) : nil
      guard !state.isFiring, state.wheel.hasDue else { return (setting, false) }
      state.isFiring = true
      return (setting, true)
    }
    apply(setting)
    guard fires else { return false }
    while let element = takeDue() { fire(element) }
    afterBatch()
    return true
  }

  /// Removes and returns the first due element, or ends the batch if no element is due.
  private func takeDue() -> Element? {
    let (element, waiters) = state.withLock { state in
      if let due = state.wheel.popDue() {
        return (due.element as Element?, [] as [CheckedContinuation<Bool, Never>])
      }
      state.isFiring = false
      defer { state.waiters = [] }
      return (nil, state.waiters)
    }
    for waiter in waiters { waiter.resume(returning: true) }
    return element
  }

  /// Fires the elements that are due now, on the calling thread, for a clock without an alarm.
  ///
  /// If elements keep inserting others whose deadlines have passed, it does not return.
  func fireDue() {
    while advance(hasRung: false) {}
  }

  /// Fires the elements that are due now without waiting for the alarm, and waits until all have
  /// fired.
  ///
  /// For tests. The function that fires an element must not call it, because it would wait for
  /// itself.
  func settle() async {
    var isSettled = false
    while !isSettled {
      let hasFired = advance(hasRung: false)
      let hasWaited = await withCheckedContinuation { waiter in
        let waits = state.withLock { state in
          if state.isFiring { state.waiters.append(waiter) }
          return state.isFiring
        }
        if !waits { waiter.resume(returning: false) }
      }
      isSettled = !hasFired && !hasWaited
    }
  }
}
