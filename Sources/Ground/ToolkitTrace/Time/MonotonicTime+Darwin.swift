#if canImport(Darwin)
  internal import Darwin

  extension MonotonicTime {
    /// Reads the clock that only moves forward.
    ///
    /// `ContinuousClock` uses `CLOCK_MONOTONIC_RAW`, too. It continues while the machine sleeps.
    package static func now() -> TraceInstant {
      TraceInstant(nanoseconds: Int64(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
    }

    /// Reads the time of day, as nanoseconds since 1970-01-01 00:00 UTC.
    package static func nanosecondsSince1970() -> Int64 {
      Int64(clock_gettime_nsec_np(CLOCK_REALTIME))
    }
  }
#endif
