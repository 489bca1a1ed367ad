import ProcessLifecycle
import Synchronization

extension AppHost {
  /// The control of the process by an embedded app, which lasts as long as the process.
  ///
  /// If it were released after a failed launch, it would launch the modules after all.
  private static let charge = Mutex<ProcessHost?>(nil)

  /// Creates the host of an app that runs inside another program.
  package static func embedding<App: ModularApp>(_ app: App.Type) -> AppHost {
    // The sockets of a supervisor belong to the program. Taking them would change the environment,
    // which other threads may read.
    AppHost(name: App.name, configuration: App.configuration, surroundings: .process(.none))
  }

  /// Runs the app from its launch to its last step, without ending the process.
  ///
  /// Signals that end a process are left to the program, which ends the app with
  /// ``AppContext/shutDown()``. `SIGHUP` reloads the settings of the app.
  ///
  /// - Throws: A ``ProcessLifecycleError`` if another host controls the process, including an app
  ///   that has already run in it.
  package func runEmbedded<App: ModularApp>(_ app: App.Type) async throws -> AppOutcome {
    // Without control of the process, a module that observes a signal would let the signal kill the
    // process.
    let charge = try ProcessLifecycle.takeCharge(named: name)
    Self.charge.withLock { $0 = charge }
    charge.onSignal { [self] event in
      if event == AppSignal.hangup.event { signal(.hangup) }
    }
    let listener = ProcessLifecycle.on(AppSignal.hangup.event) { _ in }
    defer { listener.cancel() }
    return await perform(app)
  }
}

// Notices to the supervisor of the app.
extension AppHost {
  /// Sends a notice to the supervisor, if any.
  ///
  /// The first problem is reported.
  ///
  /// - Returns: Whether the notice was sent.
  @discardableResult
  func tell(_ notice: ServiceNotice) -> Bool {
    guard let notifier else { return false }
    do {
      try notifier.send(notice)
      return true
    } catch {
      if !hasReportedNotices.exchange(true, ordering: .relaxed) { report("\(error)") }
      return false
    }
  }

  /// Sends keep-alive messages until the task is cancelled.
  func keepWatchdogQuiet() async {
    guard let watchdog else { return }
    let clock = surroundings.clock
    latestKeepAlive.withLock { $0 = clock.elapsed() }
    await watchdog.run(on: clock, mainActorAnswers: surroundings.mainActorAnswers) {
      if self.tell(.alive) { self.latestKeepAlive.withLock { $0 = clock.elapsed() } }
    }
  }
}
