#if canImport(Darwin)

  extension ScheduleClock {
    /// The time of the machine since it started, sleep included, and the system's dates.
    static func system() -> ScheduleClock { continuous() }
  }

#endif
