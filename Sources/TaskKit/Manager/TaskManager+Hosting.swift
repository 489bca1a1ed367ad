import Synchronization
import TaskPlanning

extension TaskManager {
  /// Leaves the end to a host: from now on ``terminate()`` does nothing, and
  /// neither does a signal that tells the process to end.
  ///
  /// An app has work of its own to finish before its tasks clean up; the host
  /// calls ``endForHost()`` when that is done.
  package func leaveEndToHost() {
    withLock { $0.isTerminating = true }
  }

  /// A Boolean value that indicates whether a run is in progress, other than one of idle tasks.
  package var isRunning: Bool { withLock { $0.foregroundRun != nil } }

  /// Returns when the runs in progress have ended, and those that they bring about.
  ///
  /// From now on nothing runs by the clock. Idle tasks are not waited for: they run when
  /// nothing else does.
  package func finishRuns() async {
    scheduler.end()
    while let run = withLock({ $0.foregroundRun }) {
      await withCheckedContinuation { continuation in
        run.whenEnded { _ in continuation.resume() }
      }
    }
  }

  /// Cancels the tasks that have not ended.
  ///
  /// - Returns: Each of them with its source location.
  package func cancelUnfinished() -> [String] {
    let runs = withLock { Array($0.running.values) }
    return runs.flatMap { run in
      run.unfinished.map { entry in
        _ = run.cancel(entry)
        return "'\(entry.name)' (\(entry.definition.location))"
      }
    }.sorted()
  }

  /// Does what ``terminate()`` does, for the host that the end was left to.
  ///
  /// To be called once.
  ///
  /// - Returns: What the tasks did that have something to do at the end.
  package func endForHost() async -> TaskRunReport {
    scheduler.end()
    await happen(.willTerminate)
    return await shutDown()
  }
}

extension TaskManager.State {
  /// A run in progress, other than one of idle tasks.
  fileprivate var foregroundRun: TaskRun? {
    running.first { $0.key != .event(.idle) }?.value
  }
}

extension TaskRun {
  /// The tasks that have neither ended nor been skipped.
  fileprivate var unfinished: [TaskEntry] {
    let states = state.withLock { $0.execution.states }
    return plan.order.filter { states[$0].isOpen }.map { entries[$0] }
  }
}

extension TaskExecution.State {
  /// A Boolean value that indicates whether the task is still to end.
  fileprivate var isOpen: Bool { self == .waiting || self == .ready || self == .running }
}
