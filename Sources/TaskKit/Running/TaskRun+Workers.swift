import Synchronization
import TaskPlanning
import ToolkitTrace

// The workers: what may run beside other tasks.
extension TaskRun {
  /// The most that a worker takes at once, so that it asks less often when there
  /// is much to do.
  private static let maximumShare = 32

  /// The time for which a worker may withhold results that no task waits for, in nanoseconds.
  private static let longestHold: Int64 = 50_000

  /// Runs tasks until none is ready.
  ///
  /// - Returns: What is to begin now.
  func work(as worker: Int) -> [TaskRun] {
    carryOut(mark.whileOnLane { runTasks(of: worker) })
  }

  /// The step that a worker takes with the lock held.
  private enum Wish {
    /// To hand in what it has done, and go on with its share.
    case nothing
    /// To have a task, and otherwise to look what others have.
    case task
    /// To have a task, and otherwise to leave.
    case taskOrLeave
    /// To leave, so that others come to their turn.
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
      // Without any task, the next look at the others' decides.
      wish = next == nil || shares.isEmpty ? .taskOrLeave : .task
      while let task = next {
        guard run(task, &input, &news, as: worker, &now) else { return RunSteps() }
        if isStepwise {
          wish = .leave
          break
        }
        next = shares.next(for: worker)
        // What others wait for is reported at once: the next task may take long, or wait for them.
        if next != nil,
          now - handedIn > Self.longestHold || !plan.edges.all(of: task).isEmpty
        {
          goOn(after: exchange(&news, as: worker, .nothing).steps)
          handedIn = now
        }
      }
    }
  }

  /// Runs a task, or the attempt of one that may block.
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

  /// Makes an attempt that may take long, and for which others must not wait.
  private func perform(_ task: Int, _ news: inout LaneNews, as worker: Int) -> Bool {
    let share = shares.takeAll(of: worker)
    let job = state.withLock { state in
      for task in share { state.execution.callWorker(for: task) }
      return state.jobs.removeValue(forKey: task)
    }
    goOn(after: exchange(&news, as: worker, .nothing).steps)
    return job?.perform(as: worker) ?? true
  }

  /// Hands in what a worker has done, and gives it what it wishes.
  ///
  /// - Returns: The task to run next, and the steps to take; the run may end by these if the
  ///   worker has left.
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

  /// Takes what a worker is to do next; if there is much, its share for a while.
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

  /// Wakes others; the run does not end here, but when this worker leaves.
  private func goOn(after steps: RunSteps) {
    let next = carryOut(steps)
    assert(next.isEmpty, "A run has ended while a worker was in it.")
  }
}
