import Synchronization
import TaskPlanning
import ToolkitTrace

/// An attempt of a task that may block, for a worker of the run.
///
/// The attempt has the worker for itself until it finishes, or until it takes too long and counts
/// as failed. In the second case, the run gets another worker of the same number, because the first
/// is still in the attempt.
///
/// - Concurrency: May be used from any thread. No lock is held while the attempt runs.
final class WorkerJob: Sendable {
  private enum Worker: Sendable {
    case awaited
    case taken(number: Int)
    /// The attempt has given its worker back, or needs none because it was withdrawn.
    case none
  }

  private struct State: Sendable {
    var worker = Worker.awaited
    var start: Int64?
  }

  private let task: Int
  private let run: TaskRun
  private let attempt: Attempt
  private let limit: Duration?
  private let body: @Sendable () throws -> TaskBody.Output
  private let state = Mutex(State())

  /// Creates an attempt.
  ///
  /// - Parameters:
  ///   - task: The index of the task in the run.
  ///   - run: The run.
  ///   - attempt: Receives the result.
  ///   - limit: The time limit from the start of the attempt on a worker.
  ///   - body: The work of the attempt.
  init(
    of task: Int, in run: TaskRun, _ attempt: Attempt, within limit: Duration?,
    _ body: @escaping @Sendable () throws -> TaskBody.Output
  ) {
    self.task = task
    self.run = run
    self.attempt = attempt
    self.limit = limit
    self.body = body
  }

  /// The time at which a worker started the attempt, by the clock of the run.
  var start: Int64? { state.withLock(\.start) }

  /// Waits for a worker to make the attempt, and returns the result.
  func run() async throws -> TaskBody.Output {
    try await withTaskCancellationHandler {
      run.callWorker(for: task, self)
      return try await attempt.result.value
    } onCancel: {
      // An attempt that has started cannot be stopped.
      if withdraw() { attempt.set(.failure(CancellationError())) }
    }
  }

  /// Makes the attempt.
  ///
  /// - Parameter worker: The number of the calling worker.
  /// - Returns: Whether the caller is still the worker of that number.
  func perform(as worker: Int) -> Bool {
    guard begin(as: worker) else { return true }
    let timer = limit.map { limit in
      attempt.startTimer(limit, run.time, run.lanes) { [self] in
        if let worker = giveBack() { run.isFree(worker) }
      }
    }
    let result = Result { try body() }
    timer?.cancel()
    let isOwn = giveBack() != nil
    attempt.set(result)
    return isOwn
  }

  private func begin(as worker: Int) -> Bool {
    let now = run.time.nanoseconds()
    return state.withLock { state in
      guard case .awaited = state.worker else { return false }
      state = State(worker: .taken(number: worker), start: now)
      return true
    }
  }

  /// Takes the worker from the attempt.
  ///
  /// - Returns: The number of the worker, or `nil` if it has already been taken.
  private func giveBack() -> Int? {
    state.withLock { state in
      guard case .taken(let number) = state.worker else { return nil }
      state.worker = .none
      return number
    }
  }

  /// Withdraws the attempt, so that no worker makes it.
  ///
  /// - Returns: `false` if a worker has already started it.
  private func withdraw() -> Bool {
    let isWithdrawn = state.withLock { state in
      guard case .awaited = state.worker else { return false }
      state.worker = .none
      return true
    }
    if isWithdrawn { run.withdrawJob(of: task) }
    return isWithdrawn
  }
}

extension TaskRun {
  /// Adds a job of a running task for a worker, in the order of the task's weight.
  fileprivate func callWorker(for task: Int, _ job: WorkerJob) {
    let steps = state.withLock { state in
      state.jobs[task] = job
      state.execution.callWorker(for: task)
      return state.nextSteps(mayEnd: false)
    }
    manager.begin(carryOut(steps))
  }

  /// Frees the number of a worker whose thread is still in an attempt.
  fileprivate func isFree(_ worker: Int) {
    let steps = state.withLock { state in
      state.freeWorkers.append(worker)
      return state.nextSteps(mayEnd: false)
    }
    manager.begin(carryOut(steps))
  }

  /// Removes a job that no worker has taken.
  fileprivate func withdrawJob(of task: Int) {
    let job = state.withLock { state in
      guard let job = state.jobs.removeValue(forKey: task) else { return nil as WorkerJob? }
      state.execution.dismissWorker(of: task)
      return job
    }
    withExtendedLifetime(job) {}
  }
}
