import Foundation
import ProcessLifecycle
import ToolkitTrace

extension AppHost {
  /// Runs an app in this process, and ends the process.
  ///
  /// On the main actor from its first instruction: a host that takes charge after
  /// the main queue has run its first block comes too late for the launch.
  @MainActor
  static func runProcess<App: ModularApp>(as app: App.Type) async {
    // On Linux this has been done before 'main'.
    let problem = StandardDescriptors.fill()
    StandardDescriptors.writeLines()
    // Before anything reads the environment, in which the sockets are removed.
    let activation = SocketActivation.takeFromProcess()
    let host = AppHost(
      name: App.name, configuration: App.configuration, surroundings: .process(activation))
    if let problem {
      host.report(
        """
        a standard descriptor is closed, and '/dev/null' cannot be opened in its place \
        (\(unsafe String(cString: strerror(problem)))): what is written to standard output or \
        error may get into other files. Start the app with descriptors 0 to 2 open.
        """)
    }
    let charge: ProcessHost
    do {
      charge = try ProcessLifecycle.takeCharge(named: App.name)
    } catch {
      host.report("\(error)")
      exit(Int32(AppExit.failure))
    }
    charge.onSignal { event in
      if let signal = AppSignal(event) { host.signal(signal) }
    }
    // A signal is caught while it has a listener.
    for signal in AppSignal.allCases { ProcessLifecycle.on(signal.event) { _ in } }
    await host.performAndLeave(app)
    // Let go of, it would be given back.
    withExtendedLifetime(charge) {}
  }

  /// Runs the app, and ends the process: on the main actor, where those who
  /// listen to the end are notified, or without them if it hangs.
  @concurrent
  private func performAndLeave<App: ModularApp>(_ app: App.Type) async {
    let code = await perform(app).exitCode
    let fallback = Task {
      try await Task.sleep(for: configuration.stepDeadline)
      report(
        """
        the process ends without notifying the listeners of its end: the main actor has not \
        answered for \(configuration.stepDeadline). Keep what blocks off the main actor.
        """)
      surroundings.leaveAtOnce(code == AppExit.success ? AppExit.missedDeadline : code)
    }
    await MainActor.run {
      // From here on it takes as long as those who listen to the end take.
      fallback.cancel()
      Self.leave(with: code)
    }
  }

  @MainActor
  private static func leave(with code: UInt8) { exit(Int32(code)) }
}

extension HostSurroundings {
  /// Returns the surroundings of this process.
  static func process(_ activation: SocketActivation) -> HostSurroundings {
    HostSurroundings(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment,
      activation: activation,
      clock: ErasedClock(ContinuousClock()),
      launchModules: { await ProcessLifecycle.launch().finished },
      reloadModules: { await ProcessLifecycle.latestDelivery(of: .hangup)?.finished },
      listeners: { await ProcessLifecycle.latestDelivery(of: $0.event)?.finished },
      mainActorAnswers: { await MainActor.run {} },
      write: { StandardError.write(ToolkitMessage(line: $0, source: "Bridge")) },
      leaveAtOnce: { _exit(Int32($0)) })
  }
}

/// The surroundings of a host: the process, or a test.
struct HostSurroundings: Sendable {
  /// The arguments, without the program.
  var arguments: [String]
  var environment: [String: String]
  /// The sockets that the supervisor has handed over.
  var activation: SocketActivation
  var clock: ErasedClock
  /// Notifies the modules of the launch, and returns when all have done what they
  /// do then.
  var launchModules: @Sendable () async -> Void
  /// Has the modules read their settings again, and waits for them.
  var reloadModules: @Sendable () async -> Void
  /// Waits for those who listen to a signal that has come.
  var listeners: @Sendable (AppSignal) async -> Void
  /// Returns when the main actor has had time for it.
  var mainActorAnswers: @Sendable () async -> Void
  /// Writes a line for people.
  var write: @Sendable (String) -> Void
  /// Ends the process without any ado.
  var leaveAtOnce: @Sendable (UInt8) -> Void
}
