import ProcessLifecycle

/// The state of an app's host: its rules, without clocks or threads.
struct HostState: Sendable {
  /// The effect of a signal.
  enum SignalEffect: Sendable, Equatable {
    /// The app begins to end.
    case shutDown
    /// The process leaves at once.
    case leave(UInt8)
    /// The app reads its settings again.
    case reload
    /// Nothing: the app ends already, or the signal belongs to the first request to end.
    case nothing
  }

  /// Why the app ends, once it does.
  private(set) var reason: AppOutcome.Reason?
  /// The code that the app itself has chosen by throwing.
  private(set) var thrownCode: UInt8?
  private(set) var phases: [AppPhase] = []
  var reports: [ShutdownReport] = []
  var messages: [String] = []
  /// The steps that remain before the end; the last comes first.
  var steps: [ShutdownStep] = []
  var reloadHandlers: [ReloadHandler] = []
  /// A Boolean value that indicates whether a console has the socket that is meant for one.
  var isConsoleSocketTaken = false
  /// The health checks that the app has added, in order.
  var healthChecks: [HealthCheck] = []
  /// The time of the first signal that asked the app to end.
  private var firstRequest: Duration?

  /// The latches of those who wait for a phase.
  private var awaitedPhases: [AppPhase: Latch] = [:]

  /// The app comes to a phase.
  ///
  /// - Returns: The latches to open, once the state is unlocked: those of the phase and of all that
  ///   were left out before it.
  mutating func enter(_ phase: AppPhase) -> [Latch] {
    phases.append(phase)
    return takeLatches(upTo: phase)
  }

  /// Removes and returns the latches of a phase and of those before it.
  mutating func takeLatches(upTo phase: AppPhase) -> [Latch] {
    let reached = awaitedPhases.filter { $0.key <= phase }
    for phase in reached.keys { awaitedPhases[phase] = nil }
    return Array(reached.values)
  }

  /// Returns the latch that opens when the app comes to a phase; `nil` if it has.
  mutating func latch(for phase: AppPhase) -> Latch? {
    if let last = phases.last, last >= phase { return nil }
    let latch = awaitedPhases[phase] ?? Latch()
    awaitedPhases[phase] = latch
    return latch
  }

  /// Something ends the app.
  ///
  /// - Returns: Whether it is the first to do so.
  mutating func end(because reason: AppOutcome.Reason) -> Bool {
    guard self.reason == nil else { return false }
    self.reason = reason
    return true
  }

  /// The app's own code threw; of several the first counts.
  mutating func threw(code: UInt8) { thrownCode = thrownCode ?? code }

  /// A signal arrives.
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
    // The first signal during an end that comes from the app itself is patient:
    // its sender does not know that the app ends already.
    return end(because: .signal(signal)) ? .shutDown : .nothing
  }

  /// The code that the process exits with, as things stand.
  var exitCode: UInt8 {
    if case .forced(let signal) = reason { return AppExit.signal(signal.number) }
    if let thrownCode, thrownCode != AppExit.success { return thrownCode }
    if reports.contains(where: { $0.ending == .late }) { return AppExit.missedDeadline }
    if reports.contains(where: \.isFailure) { return AppExit.failure }
    if thrownCode == nil, reason == .signal(.interrupt) {
      return AppExit.signal(AppSignal.interrupt.number)
    }
    return AppExit.success
  }

  /// The outcome of the app, if it ended now.
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

/// The progress of an app.
///
/// They come in this order. One that the app does not get to is left out: what
/// cannot launch is not ready, but it shuts down.
public enum AppPhase: Int, Sendable, Hashable, Comparable, CaseIterable, Codable {
  /// The app's own preparations: ``ModularApp/willLaunch(_:)``.
  case willLaunch
  /// The modules are notified of the launch, and waited for.
  case launching
  /// The app works with modules that are launched: ``ModularApp/didLaunch(_:)``.
  case didLaunch
  /// The app works: ``ModularApp/run(_:)``. Its supervisor has been notified.
  case running
  /// The app has been asked to stop; its work is cancelled and waited for.
  case stopping
  /// TaskKit's tasks that still run are waited for.
  case finishingTasks
  /// The steps of ``AppContext/onShutdown(_:deadline:fileID:line:_:)``, the
  /// last first.
  case shuttingDown
  /// TaskKit's tasks end, and what depends on a task comes before it.
  case endingTasks
  /// The host waits for the listeners of the signal that ended the app.
  case tellingListeners
  /// Nothing is left to do.
  case ended

  public static func < (left: AppPhase, right: AppPhase) -> Bool {
    left.rawValue < right.rawValue
  }
}
