import Synchronization
import TaskPlanning
import ToolkitTrace

// The workers, whose tasks run side by side.
extension TaskRun {
  /// The maximum number of tasks that a worker takes at once, to take the lock less often.
  private static let maximumShare = 32

  /// The time for which a worker may hold back results without dependents, in nanoseconds.
  private static let longestHold: Int64 = 50_000

  /// Runs tasks until no task is ready.
  ///
  /// - Returns: The runs to start now.
  func work(as worker: Int) -> [TaskRun] {
    carryOut(mark.whileOnLane { runTasks(of: worker) })
  }

  /// The request of a worker while it holds the lock.
  private enum Wish {
    /// The worker only records its finished tasks, and continues with its share.
    case nothing
    /// The worker takes a task.
    ///
    /// If no task is ready, it steals from the other workers.
    case task
    /// The worker takes a task.
    ///
    /// If no task is ready, it leaves the run.
    case taskOrLeave
    /// The worker leaves the run, so that other work gets its turn.
    case leave
  }

  private func runTasks(of worker: Int) -> RunSteps {
    var input = input
    var news = LaneNews()
    var now = time.nanoseconds()
    var handedIn = now
    var wish = Wish.taskOrLeave
    while true {
      let (task, steps) = exchange(&news, as: worker, wish)
      if steps.mayEnd { return steps }
      goOn(after: steps)
      handedIn = now
      var next = task ?? shares.steal(for: worker)
      // Without a task, the worker leaves at the next request, unless a task has become ready.
      wish = next == nil || shares.isEmpty ? .taskOrLeave : .task
      while let task = next {
        guard run(task, &input, &news, as: worker, &now) else { return RunSteps() }
        if isStepwise {
          wish = .leave
          break
        }
        next = shares.next(for: worker)
        // Results with dependents are recorded immediately, because the next task may take long or
        // wait for a dependent.
        if next != nil,
          now - handedIn > Self.longestHold || !plan.edges.all(of: task).isEmpty
        {
          goOn(after: exchange(&news, as: worker, .nothing).steps)
          handedIn = now
        }
      }
    }
  }

  /// Runs a task, or an attempt of a task that may block.
  ///
  /// - Returns: Whether the caller is still the worker of its number.
  private func run(
    _ task: Int, _ input: inout TaskBody.Input, _ news: inout LaneNews, as worker: Int,
    _ now: inout Int64
  ) -> Bool {
    let isSimple = entries.with(task) { entry in
      guard entry.isSimple else { return false }
      run(task, entry, &input, &news, as: worker, &now)
      return true
    }
    if isSimple { return true }
    let isOwn = perform(task, &news, as: worker)
    now = time.nanoseconds()
    return isOwn
  }

  /// Makes an attempt that may take long.
  ///
  /// The worker first gives back its share and records its finished tasks, so that no other task
  /// waits for the attempt.
  private func perform(_ task: Int, _ news: inout LaneNews, as worker: Int) -> Bool {
    let share = shares.takeAll(of: worker)
    let job = state.withLock { state in
      for task in share { state.execution.callWorker(for: task) }
      return state.jobs.removeValue(forKey: task)
    }
    goOn(after: exchange(&news, as: worker, .nothing).steps)
    return job?.perform(as: worker) ?? true
  }

  /// Records the finished tasks of a worker, and carries out its request.
  ///
  /// - Returns: The task to run next, and the steps to take. If the worker has left, the run may
  ///   finish with these steps.
  private func exchange(
    _ news: inout LaneNews, as worker: Int, _ wish: Wish
  ) -> (task: Int?, steps: RunSteps) {
    defer { news.removeAll() }
    return state.withLock { [news] state in
      let unbegun = note(news, in: &state)
      let task = wish == .task || wish == .taskOrLeave ? take(for: worker, in: &state) : nil
      let leaves = wish == .leave || (wish == .taskOrLeave && task == nil)
      if leaves { state.freeWorkers.append(worker) }
      return (task, state.nextSteps(after: unbegun, mayEnd: leaves))
    }
  }

  /// Takes the next task of a worker and, if many are ready, more tasks for its share.
  private func take(for worker: Int, in state: inout State) -> Int? {
    guard let task = state.execution.take(.workers) else { return nil }
    guard !shares.isEmpty else { return task }
    let fair = min(
      Self.maximumShare, state.execution.readyWorkers.count / (4 * workerCount))
    if fair > 1 {
      let share = (1..<fair).compactMap { _ in state.execution.take(.workers) }
      shares.fill(share.reversed(), of: worker)
    }
    return task
  }

  /// Wakes other lanes.
  ///
  /// The run cannot finish here, because this worker has not left it.
  private func goOn(after steps: RunSteps) {
    let next = carryOut(steps)
    assert(next.isEmpty, "A run has ended while a worker was in it.")
  }
}
