/// What timers know: what waits, what the alarm is set to, and whether somebody
/// is delivering.
///
/// Its methods say what is to be done; that is done after unlocking.
struct TimerState<Element: Sendable> {
  typealias Handle = TimingWheel<Element>.Handle

  private var wheel: TimingWheel<Element>

  /// What the alarm rings at, if it is set.
  private var alarm: Int64?

  /// How often the alarm has been set.
  private var alarmSettings: UInt64 = 0

  /// The number of the delivery that is going on: somebody takes the due elements
  /// out one by one.
  private var delivery: UInt64?

  /// How many deliveries have begun.
  private var deliveries: UInt64 = 0

  /// Who waits until the delivery is over.
  private var waiters: [CheckedContinuation<Bool, Never>] = []

  /// Describes timers of which none waits.
  init(now: Int64) {
    wheel = TimingWheel(startingAt: now)
  }

  /// How many elements wait, the due ones included.
  var count: Int { wheel.count }

  /// When the alarm is to ring, if it is set.
  var nextAlarm: Int64? { alarm }

  // MARK: Timers

  /// Adds an element.
  mutating func insert(_ element: Element, at deadline: Int64) -> (Handle, AlarmSetting?) {
    let handle = wheel.insert(element, at: deadline)
    if let alarm, alarm <= deadline { return (handle, nil) }
    return (handle, setAlarm(to: deadline))
  }

  /// Takes an element out, due or not.
  ///
  /// The alarm stays set to the moment of an element that has been taken out,
  /// unless that was the last: to set it costs more than that it may ring once for
  /// nothing.
  mutating func cancel(_ handle: Handle) -> (Element?, AlarmSetting?) {
    guard let element = wheel.cancel(handle) else { return (nil, nil) }
    return (element, wheel.isEmpty && alarm != nil ? setAlarm(to: nil) : nil)
  }

  private mutating func setAlarm(to deadline: Int64?) -> AlarmSetting {
    alarm = deadline
    alarmSettings += 1
    return AlarmSetting(deadline: deadline, number: alarmSettings)
  }

  // MARK: Time

  /// What is to be done when time has passed.
  struct Progress {
    /// To what the alarm is to be set.
    var alarm: AlarmSetting?
    /// The delivery that the caller is to begin, if there is something to deliver.
    var delivery: UInt64?
  }

  /// Makes due what is due now.
  ///
  /// - Parameters:
  ///   - now: What time it is.
  ///   - hasRung: Whether the alarm has rung, and so is not set any more.
  /// - Returns: What is to be done.
  mutating func advance(to now: Int64, hasRung: Bool) -> Progress {
    wheel.advance(to: now)
    let next = wheel.nextDeadline
    let setting = hasRung || next != alarm ? setAlarm(to: next) : nil
    return Progress(alarm: setting, delivery: beginDelivery())
  }

  // MARK: Delivery

  /// Begins a delivery if there is something to deliver, and none is going on: one
  /// at a time, so that the elements stay in order.
  private mutating func beginDelivery() -> UInt64? {
    guard delivery == nil, wheel.hasDue else { return nil }
    deliveries += 1
    delivery = deliveries
    return delivery
  }

  /// Takes out the first due element, or ends the delivery if there is none.
  ///
  /// - Returns: The element, and who has waited for the end.
  mutating func next(
    of number: UInt64
  ) -> (Element?, finished: [CheckedContinuation<Bool, Never>]) {
    guard delivery == number else { return (nil, []) }
    if let due = wheel.popDue() { return (due.element, []) }
    delivery = nil
    defer { waiters = [] }
    return (nil, waiters)
  }

  /// Has somebody told `true` when the delivery is over.
  ///
  /// - Returns: Whether there is one.
  mutating func wait(_ waiter: CheckedContinuation<Bool, Never>) -> Bool {
    guard delivery != nil else { return false }
    waiters.append(waiter)
    return true
  }
}
