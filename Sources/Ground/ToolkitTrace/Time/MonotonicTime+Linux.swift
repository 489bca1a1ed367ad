#if os(Linux)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    #error("ToolkitTrace does not know the C library of this Linux")
  #endif

  extension MonotonicTime {
    /// Reads the clock that only moves forward.
    ///
    /// `CLOCK_BOOTTIME` is what `ContinuousClock` reads. It costs as much as
    /// `CLOCK_MONOTONIC`, which stands still while the machine sleeps and so
    /// drifts away from the time of day.
    package static func now() -> TraceInstant {
      TraceInstant(nanoseconds: nanoseconds(of: CLOCK_BOOTTIME))
    }

    /// Reads the time of day, as nanoseconds since 1970-01-01 00:00 UTC.
    package static func nanosecondsSince1970() -> Int64 {
      nanoseconds(of: CLOCK_REALTIME)
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
      var time = timespec()
      // Fails only for a clock that the kernel does not have; it has had both
      // since version 2.6.39.
      _ = unsafe clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }
#endif
