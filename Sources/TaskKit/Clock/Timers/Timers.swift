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
