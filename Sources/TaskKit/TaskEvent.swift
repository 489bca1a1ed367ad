/// The moments of an app that tasks run at.
///
/// A task may belong to several: `[.didFinishLaunching, .reload]`. The numbers are
/// those that the system this one re-creates has.
public struct TaskEvent: OptionSet, Sendable, Hashable, Codable, __TaskConstant {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }
}

// MARK: - The launch

extension TaskEvent {
  /// The program is about to finish launching; once in a process.
  public static let willFinishLaunching = TaskEvent(rawValue: 1 << 0)

  /// The program has finished launching; once in a process, and when all tasks of
  /// ``willFinishLaunching`` are over.
  public static let didFinishLaunching = TaskEvent(rawValue: 1 << 1)
}

// MARK: - The life of the process

extension TaskEvent {
  /// On Linux, the process goes on after a stop (`SIGCONT` after `SIGTSTP`); on Apple platforms,
  /// the app is about to be seen again.
  public static let willEnterForeground = TaskEvent(rawValue: 1 << 2)

  /// On Linux, the process is about to be stopped (`SIGTSTP`); on Apple platforms, the
  /// app is no longer seen.
  public static let didEnterBackground = TaskEvent(rawValue: 1 << 3)

  /// On Linux after the launch, and when the process goes on after a stop; on Apple
  /// platforms when the app says so.
  public static let didBecomeActive = TaskEvent(rawValue: 1 << 4)

  /// Memory is short.
  public static let didReceiveMemoryWarning = TaskEvent(rawValue: 1 << 5)

  /// The process is about to end.
  public static let willTerminate = TaskEvent(rawValue: 1 << 6)

  /// On Linux, the process is about to be stopped (`SIGTSTP`); on Apple platforms, the
  /// user turns to something else.
  public static let willResignActive = TaskEvent(rawValue: 1 << 7)

  /// The clock was set, the time zone changed, or a new day has begun.
  public static let significantTimeChange = TaskEvent(rawValue: 1 << 8)

  /// A URL is to be opened.
  public static let openURL = TaskEvent(rawValue: 1 << 9)

  /// Only when the app says so.
  public static let willChangeStatusBarOrientation = TaskEvent(rawValue: 1 << 10)

  /// On Linux, the terminal has a new size (`SIGWINCH`); on iOS, the device was turned.
  public static let didChangeStatusBarOrientation = TaskEvent(rawValue: 1 << 11)

  /// With UIKit; elsewhere only when the app says so.
  public static let backgroundRefreshStatusDidChange = TaskEvent(rawValue: 1 << 12)

  /// With UIKit; elsewhere only when the app says so.
  public static let userDidTakeScreenshot = TaskEvent(rawValue: 1 << 13)
}

// MARK: - The app's own

extension TaskEvent {
  /// A moment of the app's own; on Linux also `SIGUSR1`.
  public static let reserved1 = TaskEvent(rawValue: 1 << 14)

  /// A moment of the app's own; on Linux also `SIGUSR2`.
  public static let reserved2 = TaskEvent(rawValue: 1 << 15)

  /// The main queue is quiet.
  public static let idle = TaskEvent(rawValue: 1 << 16)

  /// The process is asked to read its configuration again (`SIGHUP`).
  public static let reload = TaskEvent(rawValue: 1 << 17)

  /// No moment: tasks of this run on demand, by their names, with
  /// ``TaskManager/runTask(named:options:fileID:line:)``.
  public static let demand = TaskEvent(rawValue: 1 << 18)

  /// No moment: a task of none never runs by itself.
  public static let none: TaskEvent = []
}

// MARK: - One by one

extension TaskEvent {
  /// Each event with its name, in the order of their numbers.
  static let named: [(event: TaskEvent, name: String)] = [
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

  /// The single events of this set, in the order of their numbers.
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
