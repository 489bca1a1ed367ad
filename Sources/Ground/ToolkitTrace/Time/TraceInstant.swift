/// A moment on the clock that spans are measured with.
///
/// The clock only moves forward, cannot be set, and goes on while the
/// machine sleeps, like `ContinuousClock`. Its zero is the start of the
/// machine, so that an instant means something only beside other instants of
/// the same machine; ``TraceSnapshot/durationSince1970(at:)`` tells the time
/// of day.
public struct TraceInstant: InstantProtocol, Sendable {
  /// Nanoseconds since the clock's zero.
  public let nanoseconds: Int64

  /// Makes the instant so many nanoseconds after the clock's zero.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant that is this much later, to the nanosecond.
  public func advanced(by duration: Duration) -> TraceInstant {
    TraceInstant(nanoseconds: nanoseconds + duration.wholeNanoseconds)
  }

  /// Returns the time from this instant to another; negative if that is earlier.
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
  /// The duration in nanoseconds, cut off towards zero.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

/// The clocks that the platform offers, read as cheaply as it allows.
///
/// Each platform says in a file of its own how to read them.
package enum MonotonicTime {}

#if os(Linux)
  // MonotonicTime+Linux.swift
#elseif canImport(Darwin)
  // MonotonicTime+Darwin.swift
#else
  #error("ToolkitTrace does not know this platform's clocks: add a MonotonicTime+<Platform>.swift")
#endif
