import Foundation
import ProcessLifecycle
import ToolkitTrace

extension AppHost {
  /// Runs an app in this process, and ends the process.
  ///
  /// It starts on the main actor with the first instruction of the program. A host that takes
  /// control after the main queue has run its first block is too late for the launch.
  @MainActor
  static func runProcess<App: ModularApp>(as app: App.Type) async {
    // On Linux this has already happened before 'main'.
    let problem = StandardDescriptors.fill()
    StandardDescriptors.writeLines()
    // This comes before any read of the environment, from which the variables of the sockets are
    // removed.
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
      exit(Int32(AppExit.failure.code))
    }
    charge.onSignal { event in
      if let signal = AppSignal(event) { host.signal(signal) }
    }
    // A signal is caught only while it has a listener.
    for signal in AppSignal.allCases { ProcessLifecycle.on(signal.event) { _ in } }
    await host.performAndLeave(app)
    // The control must not be released before.
    withExtendedLifetime(charge) {}
  }

  /// Runs the app, and ends the process on the main actor, where its listeners are notified of the
  /// end.
  ///
  /// If the main actor hangs, the process ends without notifying them.
  @concurrent
  private func performAndLeave<App: ModularApp>(_ app: App.Type) async {
    let code = await perform(app).exitCode
    let fallback = Task {
      try await Task.sleep(for: configuration.stepDeadline)
      report(
        """
        the process exits without notifying its listeners: the main actor has not answered for \
        \(configuration.stepDeadline). Keep blocking work off the main actor.
        """)
      surroundings.leaveAtOnce(code == AppExit.success.code ? AppExit.missedDeadline.code : code)
    }
    await MainActor.run {
      // From here on, the listeners of the end may take any time.
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
      launchModules: { await ProcessLifecycle.launch().finished() },
      reloadModules: { await ProcessLifecycle.latestDelivery(of: .hangup)?.finished() },
      listeners: { await ProcessLifecycle.latestDelivery(of: $0.event)?.finished() },
      mainActorAnswers: { await MainActor.run {} },
      write: { StandardError.write(ToolkitMessage(line: $0, source: "Bridge")) },
      leaveAtOnce: { _exit(Int32($0)) })
  }
}

/// The surroundings of a host, which are either the process or a test.
struct HostSurroundings: Sendable {
  /// The arguments, without the program.
  var arguments: [String]
  var environment: [String: String]
  /// The sockets that the supervisor has passed.
  var activation: SocketActivation
  var clock: ErasedClock
  /// Notifies the modules of the launch, and waits until all have finished their launch work.
  var launchModules: @Sendable () async -> Void
  /// Asks the modules to reload their settings, and waits for them.
  var reloadModules: @Sendable () async -> Void
  /// Waits for the listeners of a received signal.
  var listeners: @Sendable (AppSignal) async -> Void
  /// Waits until the main actor has run a job.
  var mainActorAnswers: @Sendable () async -> Void
  /// Writes a line for people.
  var write: @Sendable (String) -> Void
  /// Ends the process immediately.
  var leaveAtOnce: @Sendable (UInt8) -> Void
}
