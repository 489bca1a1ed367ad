import ProcessLifecycle
import Synchronization

extension AppHost {
  /// The charge of an embedded app, which lasts as long as the process.
  ///
  /// Given back after a launch that failed, it would launch the modules after all.
  private static let charge = Mutex<ProcessHost?>(nil)

  /// Makes the host of an app that runs inside of a program with a life of its own.
  package static func embedding<App: ModularApp>(_ app: App.Type) -> AppHost {
    // Sockets of a supervisor are the program's: taking them over changes the environment, which
    // its other threads may read.
    AppHost(name: App.name, configuration: App.configuration, surroundings: .process(.none))
  }

  /// Runs the app from its launch to its last step, and lets the process live on.
  ///
  /// Signals that end a process are left to the program, which ends the app by
  /// ``AppContext/shutDown()``. `SIGHUP` has the app read its settings again.
  ///
  /// - Throws: ``ProcessLifecycleError`` if another host is in charge of the process; an app that
  ///   has run in it is, too.
  package func runEmbedded<App: ModularApp>(_ app: App.Type) async throws -> AppOutcome {
    // Without a charge, a module that listens to a signal would have the process die of it.
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
  /// Notifies the supervisor, if there is one, of how the app is; reports a problem once.
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
