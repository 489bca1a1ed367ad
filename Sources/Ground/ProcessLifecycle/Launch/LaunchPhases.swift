/// When the two launch phases come: the rules, without clocks or threads.
struct LaunchPhases: Sendable {
  /// The phase that was begun last.
  enum Progress: Sendable, Equatable {
    /// Nothing has begun.
    case waiting
    /// The launch has been requested; the first phase follows at once.
    case started
    /// Listeners of ``ProcessEvent/willFinishLaunching`` are being notified.
    case willFinish
    /// Listeners of ``ProcessEvent/didFinishLaunching`` are being, or have
    /// been, notified.
    case didFinish
  }

  private(set) var progress = Progress.waiting
  private var mainQueueRuns = false

  /// The main queue runs its first block.
  ///
  /// - Returns: Whether the phases start now.
  mutating func mainQueueStarted(hostInCharge: Bool) -> Bool {
    mainQueueRuns = true
    return hostInCharge ? false : launchRequested()
  }

  /// A host gave its charge back.
  ///
  /// - Returns: Whether the phases start now, because the host has not driven
  ///   them and their own moment has passed.
  mutating func hostReleased() -> Bool {
    mainQueueRuns ? launchRequested() : false
  }

  /// Notes that the phases have been requested.
  ///
  /// - Returns: Whether they start now; false if they had started.
  mutating func launchRequested() -> Bool {
    guard progress == .waiting else { return false }
    progress = .started
    return true
  }

  /// The listeners of `event` are about to be notified.
  mutating func began(_ event: ProcessEvent) {
    switch event {
    case .willFinishLaunching: progress = .willFinish
    case .didFinishLaunching: progress = .didFinish
    default: break
    }
  }

  /// Returns whether listeners of this phase have been notified, so that one added now is late.
  func hasBegun(_ event: ProcessEvent) -> Bool {
    switch event {
    case .willFinishLaunching: progress == .willFinish || progress == .didFinish
    case .didFinishLaunching: progress == .didFinish
    default: false
    }
  }
}
