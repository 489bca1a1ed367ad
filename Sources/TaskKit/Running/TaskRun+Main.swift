import Synchronization
import TaskPlanning

// The main lane: what runs on the main actor, one after another.
extension TaskRun {
  /// Sees to it that the main lane looks for tasks, if there are any for it.
  ///
  /// On the main actor they have run when this returns, unless one of them has
  /// suspended.
  func wakeMainLane() {
    let isWoken = state.withLock { state in
      guard state.mainLane == .asleep, state.execution.readyCount(.main) > 0 else { return false }
      state.mainLane = .awake
      return true
    }
    guard isWoken else { return }
    if lanes.isOnMain { runMainLane() } else { lanes.onMain { self.runMainLane() } }
  }

  /// Goes on where the main lane has yielded, or where a task of it had suspended.
  func resumeMainLane(from lane: MainLane) {
    state.withLock { state in
      if state.mainLane == lane { state.mainLane = .asleep }
    }
    wakeMainLane()
  }

  /// Runs tasks until none is ready, or one suspends.
  ///
  /// - Precondition: The caller runs on the main actor.
  private func runMainLane() {
    var now = time.nanoseconds()
    let end = slice.map { now + $0.nanoseconds }
    while let task = takeForMain(at: now, until: end) {
      guard let function = entries[task].simpleFunction else { return suspend(task, on: .main) }
      let outcome = perform(task, function)
      let start = now
      now = time.nanoseconds()
      finish(EndedTask(task: task, outcome: outcome, start: start, end: now), by: 0)
    }
    endIfOver()
  }

  /// Takes the next task; without one, the lane falls asleep.
  private func takeForMain(at now: Int64, until end: Int64?) -> Int? {
    let mustYield = end.map { now >= $0 || manager.isBusy(besides: self) } ?? false
    return state.withLock { state in
      if mustYield, state.execution.readyCount(.main) > 0 {
        state.mainLane = .yielded
        return nil
      }
      guard let task = state.execution.take(.main) else {
        state.mainLane = .asleep
        return nil
      }
      return task
    }
  }
}
