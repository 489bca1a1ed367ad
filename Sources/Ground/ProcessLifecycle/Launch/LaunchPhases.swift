/// The rules for the start of the two launch phases, without clocks or threads.
struct LaunchPhases: Sendable {
  /// The phase that started last.
  enum Progress: Sendable, Equatable {
    /// No phase has started.
    case waiting
    /// The launch was requested, and the first phase starts immediately afterwards.
    case started
    /// Listeners of ``ProcessEvent/willFinishLaunching`` are being notified.
    case willFinish
    /// Listeners of ``ProcessEvent/didFinishLaunching`` are being notified, or have been notified.
    case didFinish
  }

  private(set) var progress = Progress.waiting
  private var mainQueueRuns = false

  /// Notes that the main queue runs its first block.
  ///
  /// - Returns: `true` if the phases start now.
  mutating func mainQueueStarted(hostInCharge: Bool) -> Bool {
    mainQueueRuns = true
    return hostInCharge ? false : launchRequested()
  }

  /// Notes that a host has released control.
  ///
  /// - Returns: `true` if the phases start now, because the host has not started them and the main
  ///   queue already runs.
  mutating func hostReleased() -> Bool {
    mainQueueRuns ? launchRequested() : false
  }

  /// Notes that the phases were requested.
  ///
  /// - Returns: `true` if the phases start now, and `false` if they had already started.
  mutating func launchRequested() -> Bool {
    guard progress == .waiting else { return false }
    progress = .started
    return true
  }

  /// Notes that the listeners of `event` are about to be notified.
  mutating func began(_ event: ProcessEvent) {
    switch event {
    case .willFinishLaunching: progress = .willFinish
    case .didFinishLaunching: progress = .didFinish
    default: break
    }
  }

  /// Returns whether the notification of listeners of this phase has started, so that a new listener
  /// is late.
  func hasBegun(_ event: ProcessEvent) -> Bool {
    switch event {
    case .willFinishLaunching: progress == .willFinish || progress == .didFinish
    case .didFinishLaunching: progress == .didFinish
    default: false
    }
  }
}
