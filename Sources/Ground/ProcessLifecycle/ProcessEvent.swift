/// Something the operating system, or the way the program was started, tells
/// the whole process.
///
/// The vocabulary is open: a later version may add members, and a product may
/// declare its own with ``init(_:)`` for use with
/// ``ProcessLifecycle/simulate(_:)-(ProcessEvent)``.
public struct ProcessEvent: Sendable, Hashable, CustomStringConvertible {
  /// The name that records in the binary and messages use.
  public let name: String

  /// Makes the event of this name; two events with one name are the same.
  public init(_ name: String) {
    self.name = name
  }

  public var description: String { name }
}

// MARK: - Launch

extension ProcessEvent {
  /// The first launch phase: the program has a main loop and nothing has run
  /// in it yet.
  public static let willFinishLaunching = ProcessEvent("willFinishLaunching")

  /// The second launch phase, when every listener of the first has finished.
  public static let didFinishLaunching = ProcessEvent("didFinishLaunching")

  /// The process ends normally, by `exit` or by returning from `main`.
  ///
  /// Best effort: see <doc:ProcessLifecycle#What-happens-at-exit>.
  public static let exit = ProcessEvent("exit")

  /// A Boolean value that indicates whether this is one of the two launch phases, which
  /// happen once per process and are reported to late listeners, too.
  var isLaunchPhase: Bool { self == .willFinishLaunching || self == .didFinishLaunching }
}

// MARK: - Signals

extension ProcessEvent {
  /// The process is asked to end: `SIGTERM`.
  public static let terminate = ProcessEvent("terminate")

  /// The user pressed Ctrl-C: `SIGINT`.
  public static let interrupt = ProcessEvent("interrupt")

  /// The terminal went away, or a service is asked to reload: `SIGHUP`.
  public static let hangup = ProcessEvent("hangup")

  /// The user pressed Ctrl-Z: `SIGTSTP`.
  ///
  /// The process stops afterwards.
  public static let suspend = ProcessEvent("suspend")

  /// The process goes on after a stop: `SIGCONT`.
  public static let resume = ProcessEvent("resume")

  /// The first signal whose meaning is the program's own: `SIGUSR1`.
  public static let user1 = ProcessEvent("user1")

  /// The second signal whose meaning is the program's own: `SIGUSR2`.
  public static let user2 = ProcessEvent("user2")

  /// The terminal has a new size: `SIGWINCH`.
  public static let windowSizeChanged = ProcessEvent("windowSizeChanged")
}

// MARK: - Machine

extension ProcessEvent {
  /// Memory is short; ``ProcessEventContext/memoryPressure`` says how.
  public static let memoryPressure = ProcessEvent("memoryPressure")

  /// The wall clock was set, or the machine woke from sleep;
  /// ``ProcessEventContext/clockChange`` says by how much.
  public static let wallClockChanged = ProcessEvent("wallClockChanged")

  /// The system's time zone changed.
  ///
  /// The C library and Foundation use the new one by the time listeners run.
  public static let timeZoneChanged = ProcessEvent("timeZoneChanged")

  /// The main queue has been quiet for ``ProcessLifecycle/idleGracePeriod``.
  public static let idle = ProcessEvent("idle")
}

// MARK: - Apps on Apple platforms

extension ProcessEvent {
  /// The app has been launched;
  /// ``ProcessEventContext/applicationLaunchOptions`` says why.
  ///
  /// The framework of the app says so. ``didFinishLaunching`` comes on every
  /// platform.
  public static let applicationDidFinishLaunching = ProcessEvent("applicationDidFinishLaunching")

  /// The app is about to be seen again; of an AppKit app, it is unhidden.
  public static let willEnterForeground = ProcessEvent("willEnterForeground")

  /// The app is no longer seen; of an AppKit app, it has been hidden.
  public static let didEnterBackground = ProcessEvent("didEnterBackground")

  /// The app has become the one that the user works with.
  public static let didBecomeActive = ProcessEvent("didBecomeActive")

  /// The app is about to stop being the one that the user works with.
  public static let willResignActive = ProcessEvent("willResignActive")

  /// The app is about to end.
  ///
  /// Listeners run only up to their first suspension: the app does not wait.
  public static let applicationWillTerminate = ProcessEvent("applicationWillTerminate")

  /// The system asks the app to release memory that it can make again.
  public static let memoryWarning = ProcessEvent("memoryWarning")

  /// A new day has begun, or the clock or the time zone was changed.
  public static let significantTimeChange = ProcessEvent("significantTimeChange")

  /// The user took a screenshot.
  public static let userDidTakeScreenshot = ProcessEvent("userDidTakeScreenshot")

  /// The user allowed the app to refresh in the background, or forbade it.
  public static let backgroundRefreshStatusDidChange =
    ProcessEvent("backgroundRefreshStatusDidChange")

  /// The user turned the device.
  public static let orientationDidChange = ProcessEvent("orientationDidChange")
}
