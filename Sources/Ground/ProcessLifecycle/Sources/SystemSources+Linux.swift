#if os(Linux)

  /// The sources of the events that each platform detects differently.
  enum SystemSources {
    /// Returns a source of `event`, or `nil` if the system does not report it.
    static func makeSource(of event: ProcessEvent) -> (any EventSource)? {
      switch event {
      case .memoryPressure: MemoryPressureSource(places: .system)
      case .wallClockChanged: WallClockSource()
      case .timeZoneChanged: TimeZoneSource(folder: "/etc")
      default: nil
      }
    }
  }

#elseif canImport(Darwin)
#else
  #error("ProcessLifecycle does not know how this platform tells what happens to the machine.")
#endif
