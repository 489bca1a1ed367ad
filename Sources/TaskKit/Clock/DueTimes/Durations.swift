import Foundation

extension Duration {
  /// A due time that never comes, with room to add to it: a million years.
  static let never = Duration.seconds(31_556_952_000_000)

  /// The seconds, rounded to nanoseconds.
  init(rounding seconds: Double) {
    let whole = seconds.rounded(.down)
    self = .seconds(Int64(whole)) + .nanoseconds(Int64(((seconds - whole) * 1e9).rounded()))
  }

  /// The whole seconds, rounded down.
  var flooredSeconds: Double {
    let (seconds, rest) = components
    return Double(rest < 0 ? seconds - 1 : seconds)
  }

  /// The whole nanoseconds, rounded toward zero, for durations below 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The whole nanoseconds, rounded down and clamped to 292 years.
  ///
  /// For the time of a clock, which is never ahead.
  var nanosecondsPassed: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
    return Int64(clamping: rest < 0 ? whole - 1 : whole)
  }

  /// The whole nanoseconds, rounded up and clamped to 292 years.
  ///
  /// For deadlines, which are never early.
  var nanosecondsNeeded: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }

  private static var attosecondsPerNanosecond: Int128 { 1_000_000_000 }
}

extension Date {
  /// The date at a duration since 1970.
  init(since1970 duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(timeIntervalSince1970: Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// The duration since the beginning of 1970.
  var since1970: Duration {
    // Clamped to 30,000 years, as a `Duration` cannot hold every date.
    Duration(rounding: min(max(timeIntervalSince1970, -1e12), 1e12))
  }
}
