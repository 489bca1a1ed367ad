import Synchronization

// Notices to the supervisor of the app.
extension AppHost {
  /// Notifies the supervisor, if there is one, of how the app is; reports a problem once.
  func tell(_ notice: ServiceNotice) {
    guard let notifier else { return }
    do {
      try notifier.send(notice)
    } catch {
      if !hasReportedNotices.exchange(true, ordering: .relaxed) { report("\(error)") }
    }
  }

  /// Gives signs of life until the task is cancelled.
  func keepWatchdogQuiet() async {
    guard let watchdog else { return }
    await watchdog.run(on: surroundings.clock, mainActorAnswers: surroundings.mainActorAnswers) {
      self.tell(.alive)
    }
  }
}
