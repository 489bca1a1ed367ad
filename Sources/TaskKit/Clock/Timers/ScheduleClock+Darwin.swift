#if canImport(Darwin)

  extension ScheduleClock {
    /// Returns the time since the start of the machine, including its sleep, and the system's
    /// dates.
    static func system() -> ScheduleClock { continuous() }
  }

#endif
