#if os(Linux)

  /// The sources of events that each platform notices in its own way.
  enum SystemSources {
    /// Makes the source of `event`, or nil if the system does not bring it
    /// about.
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
