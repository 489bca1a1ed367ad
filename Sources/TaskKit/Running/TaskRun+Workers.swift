import Synchronization
import TaskPlanning

// The workers: what may run beside other tasks.
extension TaskRun {
  /// The most that a worker takes at once, so that it asks less often when there
  /// is much to do.
  private static let maximumShare = 32

  /// Sees to it that there are workers for the tasks that are ready for them.
  func wakeWorkers() {
    let woken = state.withLock { state in
      let wanted = min(state.execution.readyCount(.workers), lanes.workerCount)
      let first = state.workers
      state.workers = max(state.workers, wanted)
      return first..<state.workers
    }
    for worker in woken { lanes.onWorker { self.work(as: worker + 1) } }
  }

  /// Runs tasks until none is ready.
  private func work(as worker: Int) {
    var share: [Int] = []
    var ended: [EndedTask] = []
    share.reserveCapacity(Self.maximumShare)
    ended.reserveCapacity(Self.maximumShare)
    while exchange(&ended, for: &share, as: worker) {
      var now = time.nanoseconds()
      for task in share {
        if let function = entries[task].simpleFunction {
          let outcome = perform(task, function)
          let end = time.nanoseconds()
          ended.append(EndedTask(task: task, outcome: outcome, start: now, end: end))
          now = end
        } else {
          suspend(task, on: .workers)
        }
      }
    }
    endIfOver()
  }

  /// Hands in what a worker has done, and takes what it is to do next.
  ///
  /// - Returns: Whether there is anything to do; if not, the worker leaves.
  private func exchange(_ ended: inout [EndedTask], for share: inout [Int], as worker: Int) -> Bool
  {
    share.removeAll(keepingCapacity: true)
    let unbegun = state.withLock { state in
      var unbegun: [UnbegunTask] = []
      for task in ended { unbegun += end(task, by: worker, in: &state) }
      let ready = state.execution.readyCount(.workers)
      let fair = min(Self.maximumShare, max(1, ready / (4 * lanes.workerCount)))
      while share.count < fair, let task = state.execution.take(.workers) { share.append(task) }
      if share.isEmpty { state.workers -= 1 }
      return unbegun
    }
    for task in ended { settle(task.task, task.outcome) }
    settle(unbegun)
    if !ended.isEmpty {
      ended.removeAll(keepingCapacity: true)
      wakeWorkers()
      wakeMainLane()
    }
    return !share.isEmpty
  }
}
