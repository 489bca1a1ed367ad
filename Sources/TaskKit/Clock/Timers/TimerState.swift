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
