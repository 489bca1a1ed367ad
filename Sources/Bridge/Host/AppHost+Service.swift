import Synchronization

// What whoever supervises the app is told.
extension AppHost {
  /// Tells how the app is, if anybody wants to know; a problem is reported once.
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
