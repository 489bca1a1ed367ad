#if os(Linux)

  import ProcessLifecycle

  // The process events that replace an app's events, because no framework reports these.
  extension EventSources {
    static let applicationSources: [Source] = [
      (.resume, [.willEnterForeground, .didBecomeActive]),
      (.suspend, [.willResignActive, .didEnterBackground]),
      (.memoryPressure, [.didReceiveMemoryWarning]),
      (.wallClockChanged, [.significantTimeChange]),
      (.timeZoneChanged, [.significantTimeChange]),
      (.windowSizeChanged, [.didChangeStatusBarOrientation]),
    ]

    /// The process events by which an app ends, in addition to the ones of every process.
    static let applicationEndings: [ProcessEvent] = []

    /// A Boolean value that indicates whether the toolkit itself has to wait for each new day.
    static let followsDays = true

    /// A Boolean value that indicates whether the system reports when the app becomes active,
    /// including after the launch.
    static let saysWhenActive = false
  }

#elseif canImport(Darwin)
#else
  #error("TaskKit does not know the events of an app on this platform.")
#endif
