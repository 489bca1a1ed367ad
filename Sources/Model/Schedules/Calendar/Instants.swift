#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Moments as the arithmetic sees them: whole seconds since 1970 in UTC.
///
/// Schedules fire at whole seconds. A `Date`, which may lie between two of them,
/// comes in at the public edge and is rounded to the side that keeps the answer
/// right.
enum Instants {
  static let secondsPerDay: Int64 = 86_400

  /// The first moment of the year 1, less a day for what is later there.
  static let first: Int64 = -62_135_596_800 - secondsPerDay

  /// The last moment of the year 9999, and a day for what is earlier there.
  static let last: Int64 = 253_402_300_799 + secondsPerDay

  /// Returns the moment if it is in a year that schedules know, or `nil`.
  static func known(_ instant: Int64) -> Int64? { first...last ~= instant ? instant : nil }

  /// The last whole second that is not after the date.
  static func rounded(down date: Date) -> Int64 {
    clamped(date.timeIntervalSince1970.rounded(.down))
  }

  /// The first whole second that is not before the date.
  static func rounded(up date: Date) -> Int64 {
    clamped(date.timeIntervalSince1970.rounded(.up))
  }

  static func date(_ instant: Int64) -> Date {
    Date(timeIntervalSince1970: Double(instant))
  }

  /// The second, or the end of time that is nearest to it.
  private static func clamped(_ seconds: Double) -> Int64 {
    Int64(min(max(seconds, Double(first)), Double(last)))
  }
}
