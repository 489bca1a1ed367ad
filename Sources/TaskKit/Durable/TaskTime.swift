public import Foundation

/// A time of day as a store keeps it: whole nanoseconds since the beginning of 1970, UTC.
///
/// It is exact, so that a due time is the same number in every process and in the store.
public struct TaskTime: Sendable, Hashable, Comparable, Codable {
  /// The nanoseconds since the beginning of 1970, UTC; within 292 years of it.
  public let nanoseconds: Int64

  /// Creates a time from nanoseconds since the beginning of 1970, UTC.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates the time of a date, to the nanosecond.
  public init(_ date: Date) {
    self.init(date.since1970)
  }

  /// Creates a time from a duration since the beginning of 1970, clamped to 292 years.
  init(_ sinceEpoch: Duration) {
    nanoseconds = sinceEpoch.nanosecondsPassed
  }

  /// The duration since the beginning of 1970.
  var sinceEpoch: Duration { .nanoseconds(nanoseconds) }

  /// The time as a date.
  public var date: Date { Date(since1970: sinceEpoch) }

  public static func < (left: TaskTime, right: TaskTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the time later by a duration.
  public static func + (time: TaskTime, duration: Duration) -> TaskTime {
    TaskTime(time.sinceEpoch + duration)
  }

  /// Returns the duration from one time to another.
  public static func - (left: TaskTime, right: TaskTime) -> Duration {
    left.sinceEpoch - right.sinceEpoch
  }
}
