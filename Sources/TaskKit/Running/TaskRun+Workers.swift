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
  func work(as worker: Int) -> [PreparedRun] {
    let (steps, unbegun) = mark.whileOnLane { runTasks(of: worker) }
    return carryOut(steps) + carryOut(unbegun)
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

  /// The result of a worker's step.
  private struct Turn {
    var task: Int?
    var hasLeft = false
    var steps = RunSteps()
    var unbegun: [UnbegunTask] = []
  }

  private func runTasks(of worker: Int) -> (RunSteps, [UnbegunTask]) {
    var input = input
    var news = LaneNews()
    let share = shares.isEmpty ? nil : shares[worker - 1]
    var now = time.nanoseconds()
    var handedIn = now
    var wish = Wish.taskOrLeave
    while true {
      let turn = exchange(&news, as: worker, wish)
      if turn.hasLeft { return (turn.steps, turn.unbegun) }
      goOn(after: turn)
      handedIn = now
      var next = turn.task ?? takeFromOthers(for: worker)
      // Without any task, the next look at the others' decides.
      wish = next == nil || shares.isEmpty ? .taskOrLeave : .task
      while let task = next {
        guard run(task, &input, &news, as: worker, &now) else { return (RunSteps(), []) }
        if isStepwise {
          wish = .leave
          break
        }
        next = share?.next()
        // What others wait for is reported at once: the next task may take long, or wait for them.
        if next != nil,
          now - handedIn > Self.longestHold || !plan.edges.all(of: task).isEmpty
        {
          goOn(after: exchange(&news, as: worker, .nothing))
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
    let share = shares.isEmpty ? [] : shares[worker - 1].takeAll()
    let job = state.withLock { state in
      for task in share { state.execution.callWorker(for: task) }
      return state.jobs.removeValue(forKey: task)
    }
    goOn(after: exchange(&news, as: worker, .nothing))
    return job?.perform(as: worker) ?? true
  }

  /// Hands in what a worker has done, and gives it what it wishes.
  private func exchange(_ news: inout LaneNews, as worker: Int, _ wish: Wish) -> Turn {
    let turn = state.withLock { [news] state in
      var turn = Turn()
      turn.unbegun = note(news, in: &state)
      if wish == .task || wish == .taskOrLeave { turn.task = take(for: worker, in: &state) }
      if wish == .leave || (wish == .taskOrLeave && turn.task == nil) {
        state.freeWorkers.append(worker)
        turn.hasLeft = true
      }
      turn.steps = state.steps(after: turn.unbegun, mayEnd: turn.hasLeft)
      return turn
    }
    news.removeAll()
    return turn
  }

  /// Takes what a worker is to do next; if there is much, its share for a while.
  private func take(for worker: Int, in state: inout State) -> Int? {
    guard let task = state.execution.take(.workers) else { return nil }
    guard !shares.isEmpty else { return task }
    let fair = min(
      Self.maximumShare, state.execution.readyWorkers.count / (4 * workerCount))
    if fair > 1 {
      let share = (1..<fair).compactMap { _ in state.execution.take(.workers) }
      shares[worker - 1].fill(share.reversed())
    }
    return task
  }

  /// Takes what another worker has taken and not begun.
  private func takeFromOthers(for worker: Int) -> Int? {
    for other in shares.indices where other != worker - 1 {
      var tasks = shares[other].laterHalf()
      guard let task = tasks.popLast() else { continue }
      shares[worker - 1].fill(tasks)
      return task
    }
    return nil
  }

  /// Wakes others; the run does not end here, but when this worker leaves.
  private func goOn(after turn: Turn) {
    wake(turn.steps)
    if !turn.unbegun.isEmpty { wake(settle(turn.unbegun, mayEnd: false)) }
  }

  private func wake(_ steps: RunSteps) {
    let next = carryOut(steps)
    assert(next.isEmpty, "A run has ended while a worker was in it.")
  }
}

/// A worker's queue, from which idle workers steal: a long task must not delay what its
/// worker took with it.
///
/// - Concurrency: May be used from any thread.
final class WorkerShare: Sendable {
  /// The next one last.
  private let tasks = Mutex<[Int]>([])

  /// Puts tasks in, the next one last, where there are none.
  func fill(_ new: some Sequence<Int> & Sendable) {
    tasks.withLock { $0.append(contentsOf: new) }
  }

  /// Takes the next one.
  func next() -> Int? {
    tasks.withLock { $0.popLast() }
  }

  /// Takes all of them.
  func takeAll() -> [Int] {
    tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
  }

  /// Takes the later half for another worker, the next one last.
  func laterHalf() -> [Int] {
    tasks.withLock { tasks in
      let half = tasks.prefix((tasks.count + 1) / 2)
      tasks.removeFirst(half.count)
      return Array(half)
    }
  }
}
