/// An event that the operating system, or the launch of the program, sends to the whole process.
///
/// Later releases may add events. A product may declare its own with ``init(_:)`` for use with
/// ``ProcessLifecycle/simulate(_:)-(ProcessEvent)``.
public struct ProcessEvent: Sendable, Hashable, CustomStringConvertible {
  /// The name in binary records and messages.
  public let name: String

  /// Creates an event with this name.
  ///
  /// Two events with the same name are equal.
  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }
}

// MARK: - Launch

extension ProcessEvent {
  /// The first launch phase.
  ///
  /// The program has a main loop that has not run anything yet.
  public static let willFinishLaunching = ProcessEvent("willFinishLaunching")

  /// The second launch phase.
  ///
  /// It starts when all listeners of the first phase have finished.
  public static let didFinishLaunching = ProcessEvent("didFinishLaunching")

  /// The process ends normally, by `exit` or by returning from `main`.
  ///
  /// Not all listeners can finish. See <doc:ProcessLifecycle#What-happens-at-exit>.
  public static let exit = ProcessEvent("exit")

  /// A Boolean value that indicates whether this is a launch phase.
  ///
  /// Launch phases happen once in each process and are also reported to listeners that are added
  /// later.
  var isLaunchPhase: Bool { self == .willFinishLaunching || self == .didFinishLaunching }
}

// MARK: - Signals

extension ProcessEvent {
  /// The process is requested to end: `SIGTERM`.
  public static let terminate = ProcessEvent("terminate")

  /// The user pressed Ctrl-C: `SIGINT`.
  public static let interrupt = ProcessEvent("interrupt")

  /// The terminal was closed, or a service is requested to reload: `SIGHUP`.
  public static let hangup = ProcessEvent("hangup")

  /// The user pressed Ctrl-Z: `SIGTSTP`.
  ///
  /// The process is suspended when the listeners have returned.
  public static let suspend = ProcessEvent("suspend")

  /// The process continues after it was suspended: `SIGCONT`.
  public static let resume = ProcessEvent("resume")

  /// The first signal without a predefined meaning: `SIGUSR1`.
  public static let user1 = ProcessEvent("user1")

  /// The second signal without a predefined meaning: `SIGUSR2`.
  public static let user2 = ProcessEvent("user2")

  /// The terminal has a new size: `SIGWINCH`.
  public static let windowSizeChanged = ProcessEvent("windowSizeChanged")
}

// MARK: - Machine

extension ProcessEvent {
  /// Memory is running low.
  ///
  /// ``ProcessEventContext/memoryPressure`` contains the level.
  public static let memoryPressure = ProcessEvent("memoryPressure")

  /// The wall clock was set, or the machine woke from sleep.
  ///
  /// ``ProcessEventContext/clockChange`` contains the change.
  public static let wallClockChanged = ProcessEvent("wallClockChanged")

  /// The time zone of the system changed.
  ///
  /// The C library and Foundation already use the new time zone when listeners run.
  public static let timeZoneChanged = ProcessEvent("timeZoneChanged")

  /// The main queue has been inactive for ``ProcessLifecycle/idleGracePeriod``.
  public static let idle = ProcessEvent("idle")
}

// MARK: - Apps on Apple platforms

extension ProcessEvent {
  /// The app was launched.
  ///
  /// ``ProcessEventContext/applicationLaunchOptions`` contains the reason.
  ///
  /// The UI framework of the app reports this event. ``didFinishLaunching`` is available on all
  /// platforms.
  public static let applicationDidFinishLaunching = ProcessEvent("applicationDidFinishLaunching")

  /// The app is about to become visible again.
  ///
  /// An AppKit app was unhidden.
  public static let willEnterForeground = ProcessEvent("willEnterForeground")

  /// The app is no longer visible.
  ///
  /// An AppKit app was hidden.
  public static let didEnterBackground = ProcessEvent("didEnterBackground")

  /// The app became active.
  public static let didBecomeActive = ProcessEvent("didBecomeActive")

  /// The app is about to become inactive.
  public static let willResignActive = ProcessEvent("willResignActive")

  /// The app is about to end.
  ///
  /// Listeners run only up to their first suspension, because the app does not wait.
  public static let applicationWillTerminate = ProcessEvent("applicationWillTerminate")

  /// The system requests that the app release memory that it can recreate.
  public static let memoryWarning = ProcessEvent("memoryWarning")

  /// A new day started, or the clock or the time zone changed.
  public static let significantTimeChange = ProcessEvent("significantTimeChange")

  /// The user took a screenshot.
  public static let userDidTakeScreenshot = ProcessEvent("userDidTakeScreenshot")

  /// The user allowed or disallowed background refresh for the app.
  public static let backgroundRefreshStatusDidChange =
    ProcessEvent("backgroundRefreshStatusDidChange")

  /// The user rotated the device.
  public static let orientationDidChange = ProcessEvent("orientationDidChange")
}
