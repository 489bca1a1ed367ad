import Foundation

/// A second in UTC, as the log counts time.
///
/// Computed without a formatter, which would ask for the user's language,
/// calendar and time zone.
struct LogMoment: Sendable, Hashable {
  /// The day.
  let day: LogDay
  /// Seconds since the day began.
  let secondOfDay: Int

  /// The second that a date lies in.
  ///
  /// Dates before 1970 or after the year 9999, and dates that are no number,
  /// become the nearest that can be written.
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    let whole = seconds.isNaN ? 0 : Int(min(max(seconds, 0), 253_402_300_799).rounded(.down))
    day = LogDay(number: whole / 86_400)
    secondOfDay = whole % 86_400
  }

  /// Returns the time from a date until the next day begins.
  static func untilMidnight(from date: Date) -> Duration {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return .seconds(86_400) }
    let passed = seconds - (seconds / 86_400).rounded(.down) * 86_400
    // A millisecond more, so that rounding never ends the wait before midnight.
    return .seconds(86_400 - passed) + .milliseconds(1)
  }
}

extension [UInt8] {
  /// Appends a moment as `yyyy-MM-dd HH:mm:ss`.
  mutating func append(moment: LogMoment) {
    let (start, end) = Self.digits(of: moment.day)
    let (minute, second) = moment.secondOfDay.quotientAndRemainder(dividingBy: 60)
    let colon = UInt64(ASCII.colon)
    let hours = Self.twoDigits(minute / 60)
    // All at once: each append checks anew whether there is room.
    append(
      (
        start,
        end | UInt64(ASCII.space) << 16 | hours << 24 | colon << 40
          | Self.twoDigits(minute % 60) << 48,
        colon | Self.twoDigits(second) << 8
      ), count: 19)
  }
}
