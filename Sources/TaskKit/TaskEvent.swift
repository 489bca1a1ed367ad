/// The events of an app that tasks run for.
///
/// A task may run for several events: `[.didFinishLaunching, .reload]`. The raw values are the same
/// as in RWTaskKit.
public struct TaskEvent: OptionSet, Sendable, Hashable, Codable, __TaskConstant {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }
}

// MARK: - The launch

extension TaskEvent {
  /// The program is about to finish launching, once in a process.
  public static let willFinishLaunching = TaskEvent(rawValue: 1 << 0)

  /// The program has finished launching, once in a process.
  ///
  /// It comes after all tasks of ``willFinishLaunching`` have finished.
  public static let didFinishLaunching = TaskEvent(rawValue: 1 << 1)
}

// MARK: - The life of the process

extension TaskEvent {
  /// The app is about to enter the foreground.
  ///
  /// On Linux, the process resumes after a stop (`SIGCONT` after `SIGTSTP`). On Apple platforms,
  /// the app is about to become visible again.
  public static let willEnterForeground = TaskEvent(rawValue: 1 << 2)

  /// The app enters the background.
  ///
  /// On Linux, the process is about to be stopped (`SIGTSTP`). On Apple platforms, the app is no
  /// longer visible.
  public static let didEnterBackground = TaskEvent(rawValue: 1 << 3)

  /// The app has become active.
  ///
  /// On Linux, the launch has finished, or the process resumes after a stop. On Apple platforms,
  /// the system reports it.
  public static let didBecomeActive = TaskEvent(rawValue: 1 << 4)

  /// Memory is low.
  public static let didReceiveMemoryWarning = TaskEvent(rawValue: 1 << 5)

  /// The process is about to end.
  public static let willTerminate = TaskEvent(rawValue: 1 << 6)

  /// The app is about to become inactive.
  ///
  /// On Linux, the process is about to be stopped (`SIGTSTP`). On Apple platforms, the user turns
  /// to something else.
  public static let willResignActive = TaskEvent(rawValue: 1 << 7)

  /// The system clock was set, the time zone changed, or a new day has started.
  public static let significantTimeChange = TaskEvent(rawValue: 1 << 8)

  /// The app is asked to open a URL.
  public static let openURL = TaskEvent(rawValue: 1 << 9)

  /// The orientation is about to change, an event that only the app triggers.
  public static let willChangeStatusBarOrientation = TaskEvent(rawValue: 1 << 10)

  /// The size or orientation of the screen has changed.
  ///
  /// On Linux, the terminal has a new size (`SIGWINCH`). On iOS, the device was turned.
  public static let didChangeStatusBarOrientation = TaskEvent(rawValue: 1 << 11)

  /// The status of background refresh has changed.
  ///
  /// UIKit reports it. Elsewhere, only the app triggers it.
  public static let backgroundRefreshStatusDidChange = TaskEvent(rawValue: 1 << 12)

  /// The user has taken a screenshot.
  ///
  /// UIKit reports it. Elsewhere, only the app triggers it.
  public static let userDidTakeScreenshot = TaskEvent(rawValue: 1 << 13)
}

// MARK: - The app's own

extension TaskEvent {
  /// An event that the app defines, and on Linux also `SIGUSR1`.
  public static let reserved1 = TaskEvent(rawValue: 1 << 14)

  /// An event that the app defines, and on Linux also `SIGUSR2`.
  public static let reserved2 = TaskEvent(rawValue: 1 << 15)

  /// The main queue is idle.
  public static let idle = TaskEvent(rawValue: 1 << 16)

  /// The process is asked to read its configuration again (`SIGHUP`).
  public static let reload = TaskEvent(rawValue: 1 << 17)

  /// An event that never happens, for tasks that run on demand.
  ///
  /// They run by their names, with ``TaskManager/runTask(named:options:fileID:line:)``.
  public static let demand = TaskEvent(rawValue: 1 << 18)

  /// The empty set, whose tasks never run by themselves.
  public static let none: TaskEvent = []
}

// MARK: - One by one

extension TaskEvent {
  /// Each event with its name, in the order of the raw values.
  package static let named: [(event: TaskEvent, name: String)] = [
    (.willFinishLaunching, "willFinishLaunching"),
    (.didFinishLaunching, "didFinishLaunching"),
    (.willEnterForeground, "willEnterForeground"),
    (.didEnterBackground, "didEnterBackground"),
    (.didBecomeActive, "didBecomeActive"),
    (.didReceiveMemoryWarning, "didReceiveMemoryWarning"),
    (.willTerminate, "willTerminate"),
    (.willResignActive, "willResignActive"),
    (.significantTimeChange, "significantTimeChange"),
    (.openURL, "openURL"),
    (.willChangeStatusBarOrientation, "willChangeStatusBarOrientation"),
    (.didChangeStatusBarOrientation, "didChangeStatusBarOrientation"),
    (.backgroundRefreshStatusDidChange, "backgroundRefreshStatusDidChange"),
    (.userDidTakeScreenshot, "userDidTakeScreenshot"),
    (.reserved1, "reserved1"),
    (.reserved2, "reserved2"),
    (.idle, "idle"),
    (.reload, "reload"),
    (.demand, "demand"),
  ]

  /// The single events of this set, in the order of the raw values.
  public var members: [TaskEvent] {
    Self.named.map(\.event).filter(contains)
  }
}

extension TaskEvent: CustomStringConvertible {
  /// The names of the events, as they are written in code.
  public var description: String {
    let names = Self.named.filter { contains($0.event) }.map { ".\($0.name)" }
    return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
  }
}

/// The name of ``TaskEvent`` in RWTaskKit.
public typealias RWTaskEvent = TaskEvent
