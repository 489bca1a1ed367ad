#if os(Linux)

  import ProcessLifecycle

  // What stands for the events of an app where no framework tells of them.
  extension EventSources {
    static let applicationSources: [Source] = [
      (.resume, [.willEnterForeground, .didBecomeActive]),
      (.suspend, [.willResignActive, .didEnterBackground]),
      (.memoryPressure, [.didReceiveMemoryWarning]),
      (.wallClockChanged, [.significantTimeChange]),
      (.timeZoneChanged, [.significantTimeChange]),
      (.windowSizeChanged, [.didChangeStatusBarOrientation]),
    ]

    /// The process events by which an app ends, beyond those of every process.
    static let applicationEndings: [ProcessEvent] = []

    /// A Boolean value that indicates whether a new day has to be waited for.
    static let followsDays = true

    /// A Boolean value that indicates whether something tells when the app becomes
    /// active, also after the launch.
    static let saysWhenActive = false
  }

#elseif canImport(Darwin)
#else
  #error("TaskKit does not know the events of an app on this platform.")
#endif
