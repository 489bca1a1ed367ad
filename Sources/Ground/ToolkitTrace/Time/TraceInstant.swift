/// A point in time on the clock of spans.
///
/// The clock only moves forward, cannot be set, and continues while the machine sleeps, like
/// `ContinuousClock`. It starts when the machine starts, so you can only compare instants of the
/// same machine. ``TraceSnapshot/durationSince1970(at:)`` converts an instant to the time of day.
public struct TraceInstant: InstantProtocol, Sendable {
  /// The nanoseconds since the start of the clock.
  public let nanoseconds: Int64

  /// Creates an instant from the nanoseconds since the start of the clock.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Returns an instant that is later by this duration, with a precision of a nanosecond.
  public func advanced(by duration: Duration) -> TraceInstant {
    TraceInstant(nanoseconds: nanoseconds + duration.wholeNanoseconds)
  }

  /// Returns the duration from this instant to another.
  ///
  /// It is negative if the other instant is earlier.
  public func duration(to other: TraceInstant) -> Duration {
    .nanoseconds(other.nanoseconds - nanoseconds)
  }

  /// Returns whether the first instant is earlier than the second.
  @inlinable
  public static func < (left: TraceInstant, right: TraceInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The duration in nanoseconds, truncated towards zero.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

/// The clocks of the platform, read in the fastest way.
///
/// A separate file for each platform implements them.
package enum MonotonicTime {}

#if os(Linux)
  // MonotonicTime+Linux.swift
#elseif canImport(Darwin)
  // MonotonicTime+Darwin.swift
#else
  #error("ToolkitTrace does not know this platform's clocks: add a MonotonicTime+<Platform>.swift")
#endif
