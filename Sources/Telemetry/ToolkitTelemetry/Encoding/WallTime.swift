internal import ToolkitTrace

/// A reading of the time of day beside the clock of spans.
///
/// Each batch has one of its own: a process that runs for weeks follows the machine's clock as
/// it is corrected, and both ends of a span are reckoned from one reading, so that its duration
/// stays exact.
struct WallTime: Sendable {
  /// The reading of the clock of spans.
  let instant: TraceInstant

  /// The time of day then, in nanoseconds since 1970-01-01 00:00 UTC.
  let nanosecondsSince1970: Int64

  /// Reads both clocks.
  static func now() -> WallTime {
    WallTime(
      instant: MonotonicTime.now(), nanosecondsSince1970: MonotonicTime.nanosecondsSince1970())
  }

  /// The time of day at an instant, in nanoseconds since 1970-01-01 00:00 UTC.
  func nanoseconds(at other: TraceInstant) -> Int64 {
    nanosecondsSince1970 + (other.nanoseconds - instant.nanoseconds)
  }
}
