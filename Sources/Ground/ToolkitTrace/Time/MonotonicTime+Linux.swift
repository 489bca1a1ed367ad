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
    /// `ContinuousClock` uses `CLOCK_BOOTTIME`, too. It costs as much as `CLOCK_MONOTONIC`, which
    /// stops while the machine sleeps and therefore drifts from the time of day.
    package static func now() -> TraceInstant {
      TraceInstant(nanoseconds: nanoseconds(of: CLOCK_BOOTTIME))
    }

    /// Reads the time of day, as nanoseconds since 1970-01-01 00:00 UTC.
    package static func nanosecondsSince1970() -> Int64 {
      nanoseconds(of: CLOCK_REALTIME)
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
      var time = timespec()
      // This fails only if the kernel does not have the clock. Both clocks exist since version
      // 2.6.39.
      _ = unsafe clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }
#endif
