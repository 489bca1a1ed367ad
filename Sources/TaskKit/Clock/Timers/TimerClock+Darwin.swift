#if canImport(Darwin)

  extension TimerClock {
    /// The time of the machine since it started, sleep included.
    static func system() -> TimerClock {
      clock(ContinuousClock())
    }
  }

#endif
