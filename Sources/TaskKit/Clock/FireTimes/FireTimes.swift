import Foundation
import Schedules

/// The fire times of a task, in order: the first step from a schedule to a run.
///
/// Fire times are durations. For dates and calendars they count from 1970, and for timers from the
/// creation of the clock.
enum FireTimes: Sendable {
  /// At a fixed rate.
  case rate(FixedRate)
  /// At an interval after the end of each run, with a fixed first time.
  case delay(Duration, first: Duration)
  /// At the fire times of a calendar.
  case schedule(Schedule)

  /// Returns the first fire time that is not before `start`, or `nil` if no fire remains.
  func first(from start: Duration) -> Duration? {
    switch self {
    case .rate, .delay: next(after: start - .nanoseconds(1))
    // Fire times of calendars are whole seconds, and a date is not exact to the nanosecond.
    case .schedule: next(after: .zero - .seconds((.zero - start).flooredSeconds) - .seconds(1))
    }
  }

  /// Returns the first fire time after `now`, or `nil` if no fire remains.
  func next(after now: Duration) -> Duration? {
    switch self {
    case .rate(let rate):
      let time = rate.time(rate.next(after: now))
      return time > now && time < .never ? time : nil
    case .delay(let interval, let first):
      return first > now ? first : (now + interval)
    case .schedule(let schedule):
      return schedule.next(after: Date(since1970: now)).map(\.since1970)
    }
  }

  /// Counts the fire times from `first` until `now`, and returns the latest.
  ///
  /// - Parameters:
  ///   - first: The first fire time to count. It counts even if it comes from an earlier
  ///     definition.
  ///   - now: The end, inclusive.
  ///   - most: The maximum count, starting from the first, or `nil` for no limit.
  ///   - limit: The maximum number of fire times to return.
  /// - Returns: The count, and the latest fire times in order. For a calendar without a limit, the
  ///   count is at most ``MissedTimes/most``.
  func missed(
    from first: Duration, until now: Duration, most: Int?, latest limit: Int
  ) -> MissedTimes {
    guard first <= now else { return MissedTimes(count: 0, latest: []) }
    switch self {
    case .rate(let rate):
      let begin = rate.count(until: first) - 1
      let passed = rate.count(until: now) - begin
      let end = begin + min(passed, most ?? passed)
      let latest = max(begin, end - limit)..<end
      return MissedTimes(
        count: end - begin, latest: latest.map { $0 == begin ? first : rate.time($0) })
    case .delay:
      return MissedTimes(count: 1, latest: [first])
    case .schedule(let schedule):
      var count = 0
      var times: [Duration] = []
      var time: Duration? = first
      while let passed = time, passed <= now, count < most ?? MissedTimes.most {
        count += 1
        times.append(passed)
        time = next(after: passed)
      }
      if most == nil, let time, time <= now {
        // More have passed than are counted.
        let end = Date(timeIntervalSince1970: now.flooredSeconds + 1)
        times = schedule.previous(limit, before: end).reversed().map(\.since1970)
      }
      return MissedTimes(count: count, latest: Array(times.suffix(limit)))
    }
  }
}

/// Fire times that have passed without a run.
struct MissedTimes: Sendable {
  /// The maximum count for a calendar whose number of runs has no limit.
  static let most = 10_000

  var count: Int
  var latest: [Duration]
}

/// Times at a fixed interval that never drift, because each is computed exactly from the first.
///
/// Times are durations since an origin of the caller's choice. A time beyond the range of
/// `Duration` is clamped.
struct FixedRate: Sendable, Hashable {
  /// The first time, with the number 0.
  let start: Duration

  /// The interval between two times.
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

  /// Returns the time with a number.
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
  /// Returns the sum, clamped to the maximum.
  fileprivate func addingOrMaximum(_ other: Int) -> Int {
    let (sum, isTooGreat) = addingReportingOverflow(other)
    return isTooGreat ? .max : sum
  }
}

extension Duration {
  /// A fire time that never comes, a million years away.
  ///
  /// Later times can still be represented.
  static let never = Duration.seconds(31_556_952_000_000)

  /// Creates a duration from seconds, rounded to nanoseconds.
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
  /// For the time of a clock, which must not be ahead.
  var nanosecondsPassed: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
    return Int64(clamping: rest < 0 ? whole - 1 : whole)
  }

  /// The whole nanoseconds, rounded up and clamped to 292 years.
  ///
  /// For deadlines, which must not be early.
  var nanosecondsNeeded: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }

  private static var attosecondsPerNanosecond: Int128 { 1_000_000_000 }
}

extension Date {
  /// Creates the date at a duration since 1970.
  init(since1970 duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(timeIntervalSince1970: Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// The duration since the start of 1970.
  var since1970: Duration {
    // Clamped to 30,000 years, because a `Duration` cannot represent every date.
    Duration(rounding: min(max(timeIntervalSince1970, -1e12), 1e12))
  }
}
