/// Times at a fixed interval that never drift: each is computed from the first, exactly.
///
/// Times are durations since a start of the caller's choice; a time beyond the range of
/// `Duration` is clamped.
struct FixedRate: Sendable, Hashable {
  /// The time number 0.
  let start: Duration

  /// The distance from one time to the next.
  let interval: Duration

  /// Creates the times `start`, `start + interval`, and so on.
  ///
  /// - Precondition: `interval` is positive.
  init(start: Duration, interval: Duration) {
    precondition(
      interval > .zero,
      "Times cannot follow each other every \(interval): the interval must be longer than zero.")
    self.start = start
    self.interval = interval
  }

  /// Returns the time of this number.
  func time(_ number: Int) -> Duration {
    let (distance, isTooFar) = interval.attoseconds.multipliedReportingOverflow(by: Int128(number))
    guard !isTooFar else { return Self.furthest(isBefore: number < 0) }
    let (time, isTooLate) = start.attoseconds.addingReportingOverflow(distance)
    guard !isTooLate else { return Self.furthest(isBefore: distance < 0) }
    return Duration(attoseconds: time)
  }

  /// Returns the number of times until `now`, inclusive.
  func count(until now: Duration) -> Int {
    guard now >= start else { return 0 }
    let (passed, isTooFar) = now.attoseconds.subtractingReportingOverflow(start.attoseconds)
    let distance = isTooFar ? Int128.max : passed
    return Int(clamping: distance / interval.attoseconds).addingOrMaximum(1)
  }

  /// Returns the number of the first time after `now`.
  func next(after now: Duration) -> Int {
    count(until: now)
  }

  private static func furthest(isBefore: Bool) -> Duration {
    Duration(attoseconds: isBefore ? .min : .max)
  }
}

extension Int {
  /// The sum, clamped to the greatest number.
  fileprivate func addingOrMaximum(_ other: Int) -> Int {
    let (sum, isTooGreat) = addingReportingOverflow(other)
    return isTooGreat ? .max : sum
  }
}
