#if canImport(Darwin)

  import ProcessLifecycle

  // The events of an app framework. Job-control signals do not replace them here, because an app
  // that is stopped in a terminal does not go to the background.
  extension EventSources {
    /// The framework's events that exist on this platform, and substitutes for the others.
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
      // Listening to an unavailable event would be reported.
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

    /// The process events by which an app ends, in addition to the ones of every process.
    static let applicationEndings = [ProcessEvent.applicationWillTerminate].filter(isAvailable)

    /// A Boolean value that indicates whether the toolkit itself has to wait for each new day.
    static let followsDays = !isAvailable(.significantTimeChange)

    /// A Boolean value that indicates whether the system posts when the app becomes active.
    static let saysWhenActive = isAvailable(.didBecomeActive)

    private static func isAvailable(_ event: ProcessEvent) -> Bool {
      ProcessLifecycle.availability(of: event).isAvailable
    }
  }

#endif
