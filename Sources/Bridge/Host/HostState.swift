import ProcessLifecycle

/// The state of an app's host: its rules, without clocks or threads.
struct HostState: Sendable {
  /// The effect of a signal.
  enum SignalEffect: Sendable, Equatable {
    /// The app starts to shut down.
    case shutDown
    /// The process ends immediately.
    case leave(UInt8)
    /// The app reloads its settings.
    case reload
    /// No effect: the app is already shutting down, or the signal belongs to the first request to
    /// end.
    case nothing
  }

  /// The reason for the end of the app, or `nil` while it runs.
  private(set) var reason: AppOutcome.Reason?
  /// The exit code of an error that the app threw.
  private(set) var thrownCode: UInt8?
  private(set) var phases: [AppPhase] = []
  var reports: [ShutdownReport] = []
  var messages: [String] = []
  /// The steps that remain before the end.
  ///
  /// They run from last to first.
  var steps: [ShutdownStep] = []
  var reloadHandlers: [ReloadHandler] = []
  /// A Boolean value that indicates whether a console has taken the socket for consoles.
  var isConsoleSocketTaken = false
  /// The health checks that the app has added, in order.
  var healthChecks: [HealthCheck] = []
  /// The time of the first signal that requested the shutdown.
  private var firstRequest: Duration?

  /// The latches of callers that wait for a phase.
  private var awaitedPhases: [AppPhase: Latch] = [:]

  /// Records that the app enters a phase.
  ///
  /// - Returns: The latches to open after the state is unlocked: of this phase and of all skipped
  ///   phases before it.
  mutating func enter(_ phase: AppPhase) -> [Latch] {
    phases.append(phase)
    return takeLatches(upTo: phase)
  }

  /// Removes and returns the latches of a phase and of earlier phases.
  mutating func takeLatches(upTo phase: AppPhase) -> [Latch] {
    let reached = awaitedPhases.filter { $0.key <= phase }
    for phase in reached.keys { awaitedPhases[phase] = nil }
    return Array(reached.values)
  }

  /// Returns the latch that opens when the app reaches a phase, or `nil` if it already has.
  mutating func latch(for phase: AppPhase) -> Latch? {
    if let last = phases.last, last >= phase { return nil }
    let latch = awaitedPhases[phase] ?? Latch()
    awaitedPhases[phase] = latch
    return latch
  }

  /// Records the reason for the end of the app.
  ///
  /// - Returns: `true` if this is the first reason.
  mutating func end(because reason: AppOutcome.Reason) -> Bool {
    guard self.reason == nil else { return false }
    self.reason = reason
    return true
  }

  /// Records the exit code of an error that the app threw.
  ///
  /// Only the first one counts.
  mutating func threw(code: UInt8) { thrownCode = thrownCode ?? code }

  /// Handles a signal.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - time: The time since a fixed start.
  /// - Returns: The effect of the signal.
  mutating func arrived(_ signal: AppSignal, at time: Duration) -> SignalEffect {
    guard signal != .hangup else { return reason == nil ? .reload : .nothing }
    if let firstRequest {
      guard time - firstRequest >= ProcessHost.requestWindow else { return .nothing }
      reason = .forced(signal)
      return .leave(exitCode)
    }
    firstRequest = time
    // If the app ends by itself, the first signal does not force it, because its sender does not
    // know about the end.
    return end(because: .signal(signal)) ? .shutDown : .nothing
  }

  /// The current exit code of the process.
  var exitCode: UInt8 {
    if case .forced(let signal) = reason { return AppExit.signal(signal.number) }
    if let thrownCode, thrownCode != AppExit.success.code { return thrownCode }
    if reports.contains(where: { $0.ending == .late }) { return AppExit.missedDeadline.code }
    if reports.contains(where: \.isFailure) { return AppExit.failure.code }
    if thrownCode == nil, reason == .signal(.interrupt) {
      return AppExit.signal(AppSignal.interrupt.number)
    }
    return AppExit.success.code
  }

  /// The outcome of the app if it ended now.
  var outcome: AppOutcome {
    AppOutcome(
      reason: reason ?? .returned, exitCode: exitCode, phases: phases, steps: reports,
      messages: messages)
  }
}

extension ShutdownReport {
  /// A Boolean value that indicates whether the step threw.
  var isFailure: Bool { if case .failed = ending { true } else { false } }
}

/// A phase of an app.
///
/// Phases occur in this order. Phases that the app does not reach are skipped: an app that cannot
/// launch is never ready, but it shuts down.
public enum AppPhase: Int, Sendable, Hashable, Comparable, CaseIterable, Codable {
  /// The app's own preparations in ``ModularApp/willLaunch(_:)``.
  case willLaunch
  /// The modules are notified of the launch, and the host waits for them.
  case launching
  /// The modules are launched, and the app runs ``ModularApp/didLaunch(_:)``.
  case didLaunch
  /// The app runs ``ModularApp/run(_:)``, and its supervisor was notified.
  case running
  /// The app has been asked to stop.
  ///
  /// Its work is cancelled and waited for.
  case stopping
  /// The host waits for running tasks of TaskKit.
  case finishingTasks
  /// The steps of ``AppContext/onShutdown(_:deadline:fileID:line:_:)`` run, the last one first.
  case shuttingDown
  /// TaskKit's tasks end, each after the tasks that depend on it.
  case endingTasks
  /// The host waits for the listeners of the signal that ended the app.
  case tellingListeners
  /// The app has ended.
  case ended

  public static func < (left: AppPhase, right: AppPhase) -> Bool {
    left.rawValue < right.rawValue
  }
}
