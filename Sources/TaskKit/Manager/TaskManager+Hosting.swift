extension TaskManager {
  /// Leaves the end to a host: from now on ``terminate()`` does nothing, and
  /// neither does a signal that tells the process to end.
  ///
  /// An app has work of its own to finish before its tasks clean up; the host
  /// calls ``endForHost()`` when that is done.
  package func leaveEndToHost() {
    withLock { $0.isTerminating = true }
  }

  /// Does what ``terminate()`` does, for the host that the end was left to.
  ///
  /// To be called once.
  ///
  /// - Returns: What the tasks did that have something to do at the end.
  package func endForHost() async -> TaskRunReport {
    agenda.end()
    await happen(.willTerminate)
    return await shutDown()
  }
}
