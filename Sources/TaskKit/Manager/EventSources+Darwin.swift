#if canImport(Darwin)

  import ProcessLifecycle

  // What the framework of an app tells of. Signals do not stand for it here: an app that
  // is stopped in a terminal does not go to the background.
  extension EventSources {
    /// The framework's events, those that it tells of on this platform, and what stands
    /// for the others.
    static let applicationSources: [Source] = {
      let all: [Source] = [
        (.willEnterForeground, [.willEnterForeground]),
        (.didEnterBackground, [.didEnterBackground]),
        (.didBecomeActive, [.didBecomeActive]),
        (.willResignActive, [.willResignActive]),
        (.memoryWarning, [.didReceiveMemoryWarning]),
        (.significantTimeChange, [.significantTimeChange]),
        (.orientationDidChange, [.didChangeStatusBarOrientation]),
        (.backgroundRefreshStatusDidChange, [.backgroundRefreshStatusDidChange]),
        (.userDidTakeScreenshot, [.userDidTakeScreenshot]),
      ]
      // To listen to what cannot come would be reported.
      var sources = all.filter { isAvailable($0.said) }
      if !isAvailable(.memoryWarning) {
        sources.append((.memoryPressure, [.didReceiveMemoryWarning]))
      }
      if !isAvailable(.significantTimeChange) {
        sources += [
          (.wallClockChanged, [.significantTimeChange]),
          (.timeZoneChanged, [.significantTimeChange]),
        ]
      }
      return sources
    }()

    /// The process events by which an app ends, beyond those of every process.
    static let applicationEndings = [ProcessEvent.applicationWillTerminate].filter(isAvailable)

    /// A Boolean value that indicates whether a new day has to be waited for.
    static let followsDays = !isAvailable(.significantTimeChange)

    /// A Boolean value that indicates whether the system posts when the app becomes active.
    static let saysWhenActive = isAvailable(.didBecomeActive)

    private static func isAvailable(_ event: ProcessEvent) -> Bool {
      ProcessLifecycle.availability(of: event).isAvailable
    }
  }

#endif
