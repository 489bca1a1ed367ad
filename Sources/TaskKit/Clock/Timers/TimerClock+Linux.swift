#if os(Linux)

  extension TimerClock {
    /// The time of the machine since it started, sleep included.
    ///
    /// What is due in an hour is due when an hour of real time has passed, also if
    /// the machine sleeps meanwhile: it is due at once when the machine wakes. So it
    /// is with `ContinuousClock`, which reads the same clock; `SuspendingClock` and
    /// Dispatch's timers stand still while the machine sleeps.
    ///
    /// It is waited for with one timer of the kernel. Where the process may have
    /// none, it is waited for with `ContinuousClock`.
    static func system() -> TimerClock {
      let clock = Self.clock(ContinuousClock())
      return TimerClock(
        now: clock.now,
        makeAlarm: { ring in
          KernelTimer().map { KernelAlarm(timer: $0, now: clock.now, ring: ring) }
            ?? clock.makeAlarm(ring)
        })
    }
  }

#endif
