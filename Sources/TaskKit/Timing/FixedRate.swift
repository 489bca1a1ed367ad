/// Moments that follow each other at one distance, without ever drifting: each is
/// computed from the first, exactly.
///
/// Moments are durations since whatever the caller counts from; what is further
/// away than a `Duration` reaches counts as the furthest that it does.
struct FixedRate: Sendable, Hashable {
  /// The moment number 0.
  let start: Duration

  /// The distance from one to the next.
  let interval: Duration

  /// Describes the moments `start`, `start + interval`, and so on.
  ///
  /// - Precondition: `interval` is positive.
  init(start: Duration, interval: Duration) {
    precondition(
      interval > .zero,
      "Moments cannot follow each other every \(interval): the interval must be longer than zero.")
    self.start = start
    self.interval = interval
  }

  /// The moment of this number.
  func moment(_ number: Int) -> Duration {
    let (distance, isTooFar) = interval.attoseconds.multipliedReportingOverflow(by: Int128(number))
    guard !isTooFar else { return Self.furthest(isBefore: number < 0) }
    let (moment, isTooLate) = start.attoseconds.addingReportingOverflow(distance)
    guard !isTooLate else { return Self.furthest(isBefore: distance < 0) }
    return Duration(attoseconds: moment)
  }

  /// How many moments have come, those at `now` included.
  func count(until now: Duration) -> Int {
    guard now >= start else { return 0 }
    let (passed, isTooFar) = now.attoseconds.subtractingReportingOverflow(start.attoseconds)
    let distance = isTooFar ? Int128.max : passed
    return Int(clamping: distance / interval.attoseconds).addingOrMaximum(1)
  }

  /// The number of the first moment after `now`.
  func next(after now: Duration) -> Int {
    count(until: now)
  }

  /// How many moments have come since the one of this number came.
  ///
  /// That is how many were missed by somebody who served it last, when another one
  /// is not served.
  func missed(since number: Int, at now: Duration) -> Int {
    max(0, count(until: now) - number.addingOrMaximum(1))
  }

  private static func furthest(isBefore: Bool) -> Duration {
    Duration(attoseconds: isBefore ? .min : .max)
  }
}

extension Int {
  /// The sum, or the greatest number if it is greater.
  fileprivate func addingOrMaximum(_ other: Int) -> Int {
    let (sum, isTooGreat) = addingReportingOverflow(other)
    return isTooGreat ? .max : sum
  }
}
