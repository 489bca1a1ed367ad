import Synchronization

// What runs when nothing else does.
extension TaskManager {
  /// The time for which tasks of ``TaskEvent/idle`` may keep the main actor before they yield.
  static let idleSlice = Duration.milliseconds(8)

  /// Returns whether other runs go on than this one.
  func isBusy(besides run: TaskRun) -> Bool {
    state.withLock { state in
      state.running.count > 1 || state.running.values.contains { $0 !== run }
    }
  }

  /// A run has given way on the main actor.
  ///
  /// The process reports when it is idle again. A fresh state has no such report: there,
  /// the run goes on when the other runs are over and what waits for the main actor has
  /// had its turn.
  func didYield(_ run: TaskRun) {
    guard !world.listensToProcess, !isBusy(besides: run) else { return }
    lanes.onMain { self.begin(run.resumeMainLane()) }
  }

  /// The last run beside one that has yielded is over.
  ///
  /// - Returns: What is to begin now.
  func goOnWithIdle(_ run: TaskRun) -> [PreparedRun] {
    guard !world.listensToProcess else { return [] }
    return run.resumeMainLane()
  }
}
