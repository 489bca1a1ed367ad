import Synchronization

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
