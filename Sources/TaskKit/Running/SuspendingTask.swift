import Synchronization
import TaskPlanning
import ToolkitTrace

/// A task of a run that may suspend, or that may have several attempts.
struct SuspendingTask: Sendable {
  /// The end of a task.
  private struct End {
    /// The outcome, or `nil` if the task succeeded.
    var outcome: TaskOutcome?
    /// The number of attempts.
    var attempts: Int32
    /// The start, in nanoseconds of the manager's clock.
    var start: Int64
    /// The end, in nanoseconds of the manager's clock.
    var end: Int64 = 0
  }

  let owner: TaskRun
  let task: Int
  let lane: TaskLane

  private var entry: TaskEntry { owner.entries[task] }

  // Swift allocates the frames of asynchronous calls from pieces of about a thousand bytes. The
  // first piece comes with the task. The frames on the way to the function of a task with a single
  // attempt are kept small. So the frames of that function also fit into the first piece.

  /// Runs the task, and then starts the work that became ready.
  @concurrent
  func run() async {
    let entry = entry
    let ended = await inItsRun(entry) {
      let ended = entry.isTriedOnce ? await tryOnce(entry) : await tryOften(entry)
      return settle(entry, ended)
    }
    finish(ended)
  }

  /// Settles the task inside its mark, so that the effects are attributed to the task.
  @inline(never)
  private func settle(_ entry: TaskEntry, _ ended: End) -> End {
    var ended = ended
    ended.end = owner.time.nanoseconds()
    if let outcome = ended.outcome { owner.results.set(outcome, of: entry.name) }
    owner.settle(entry, ended.outcome)
    return ended
  }

  /// Records the end of the task, and starts the work that became ready.
  @inline(never)
  private func finish(_ ended: End) {
    let record = RunRecord(
      task: Int32(truncatingIfNeeded: task), attempts: ended.attempts,
      worker: lane == .main ? 0 : -1, start: ended.start, end: ended.end)
    owner.manager.begin(owner.finish(record, ended.outcome))
  }

  /// Calls `body` with the mark of the task, which the code that it calls can read.
  private nonisolated(nonsending) func inItsRun<Result>(
    _ entry: TaskEntry, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await owner.mark.forTask(entry.name).whileInTask(body)
  }

  /// Returns the input of an attempt.
  private func input(attempt: Int32) -> TaskBody.Input {
    var input = owner.input
    input.context.index = task
    input.context.attempt = Int(attempt)
    return input
  }

  /// Reports that the task starts.
  ///
  /// - Returns: The reason why it must not, if it has one.
  @inline(never)
  private func begin(_ entry: TaskEntry, attempt: Int32) -> TaskOutcome? {
    owner.tellWatchers(of: entry, .running)
    return owner.reasonNotToRun(task, entry, input(attempt: attempt).context)
  }

  /// Makes the only attempt.
  private nonisolated(nonsending) func tryOnce(_ entry: TaskEntry) async -> End {
    let start = owner.time.nanoseconds()
    if let reason = begin(entry, attempt: 1) {
      return End(outcome: reason, attempts: 0, start: start)
    }
    do {
      let input = input(attempt: 1)
      if Trace.isOn {
        owner.results.set(try await call(entry, input), of: entry)
      } else {
        switch entry.body.form {
        case .asynchronousBlock(let block): try await block(input.context)
        case .asynchronous(let function):
          owner.results.set(try await function(input), of: entry)
        case .plain: preconditionFailure("This task does not suspend.")
        }
      }
      return End(attempts: 1, start: start)
    } catch {
      return End(outcome: outcome(of: entry, error), attempts: 1, start: start)
    }
  }

  /// Returns the outcome of a task with a single attempt that threw an error.
  @inline(never)
  private func outcome(of entry: TaskEntry, _ error: any Error) -> TaskOutcome {
    Task.isCancelled ? .cancelled : .failed(.failed(entry.definition, with: error, attempts: 1))
  }

  /// Makes attempts until one succeeds or no more are allowed, one after the other.
  private nonisolated(nonsending) func tryOften(_ entry: TaskEntry) async -> End {
    let properties = entry.definition.properties
    var ended = End(attempts: 0, start: owner.time.nanoseconds())
    if !entry.isBlocking {
      ended.outcome = begin(entry, attempt: 1)
      guard ended.outcome == nil else { return ended }
    }
    while true {
      ended.attempts += 1
      let attempt = Attempt()
      let failure: TaskError
      do {
        let input = input(attempt: ended.attempts)
        let result =
          entry.isBlocking
          ? try await call(entry, input, attempt, onWorkerWithin: properties.timeout, &ended)
          : try await call(entry, input, attempt, within: properties.timeout)
        owner.results.set(result, of: entry)
        return ended
      } catch let error as UnbegunAttempt {
        ended.attempts = 0
        ended.outcome = error.outcome
        return ended
      } catch let error as AttemptTimeout {
        failure = .timedOut(entry.definition, after: error.limit)
        // Another attempt would run beside this one.
        if ended.attempts < properties.maximumAttempts,
          !(await attempt.hasEnded(within: error.limit, owner.time, owner.lanes))
        {
          ended.outcome =
            Task.isCancelled
            ? .cancelled
            : .failed(.goesOn(entry.definition, after: error.limit, attempt: ended.attempts))
          return ended
        }
      } catch {
        failure = .failed(entry.definition, with: error, attempts: Int(ended.attempts))
      }
      ended.outcome = Task.isCancelled ? .cancelled : .failed(failure)
      guard ended.attempts < properties.maximumAttempts, !Task.isCancelled else { return ended }
      do {
        try await owner.manager.pauses.pause(
          for: properties.backoff.delay(afterAttempt: Int(ended.attempts)), owner.time)
      } catch {
        ended.outcome = .cancelled
        return ended
      }
      ended.outcome = nil
    }
  }

  /// Calls the function on its executor, and fails if it takes too long.
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input, _ attempt: Attempt, within limit: Duration?
  ) async throws -> TaskBody.Output {
    guard let limit else { return try await call(entry, input) }
    return try await attempt.race(within: limit, owner.time, owner.lanes) {
      // The body runs in a separately started task, which inherits nothing.
      try await inItsRun(entry) { try await call(entry, input) }
    }
  }

  /// Calls the function on a worker of the run, which it may block, and fails if it takes too long.
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input, _ attempt: Attempt,
    onWorkerWithin limit: Duration?, _ ended: inout End
  ) async throws -> TaskBody.Output {
    let isFirst = ended.attempts == 1
    let job = WorkerJob(of: task, in: owner, attempt, within: limit) {
      if isFirst, let reason = begin(entry, attempt: 1) { throw UnbegunAttempt(outcome: reason) }
      return try owner.call(entry, input)
    }
    defer {
      if job.start == nil { ended.attempts -= 1 }
      if isFirst { ended.start = job.start ?? ended.start }
    }
    return try await job.run()
  }

  /// Calls the function on its executor.
  @inline(never)
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input
  ) async throws -> TaskBody.Output {
    try await Trace.span(
      entry.name, kind: .task, module: entry.definition.location.module, cause: owner.span.id
    ) { try await entry.body.call(input) }
  }
}

/// An error for a task that must not run, found out when its turn came.
private struct UnbegunAttempt: Error {
  let outcome: TaskOutcome
}

extension TaskRun {
  /// Starts a task that may suspend.
  ///
  /// - Returns: The Swift task, to pass to ``register(_:_:in:)``.
  func start(_ task: Int, on lane: TaskLane) -> StartedTask {
    lanes.start(SuspendingTask(owner: self, task: task, lane: lane))
  }

  /// Starts tasks that need no free worker.
  func start(_ tasks: [Int]) {
    let started = tasks.map { (task: $0, work: start($0, on: .workers)) }
    let cancelled = state.withLock { state in
      started.filter { register($0.task, $0.work, in: &state) }
    }
    for (_, work) in cancelled { work.cancel() }
  }

  /// Records the Swift task of a task, so that it can be cancelled.
  ///
  /// - Precondition: The lock is held.
  /// - Returns: Whether the caller has to cancel it after unlocking.
  func register(_ task: Int, _ work: StartedTask, in state: inout State) -> Bool {
    guard state.execution.states[task] == .running else { return false }
    if state.suspended.isEmpty {
      state.suspended = Array(repeating: nil, count: entries.count)
    }
    state.suspended[task] = work
    return state.cancelled.contains(task)
  }
}
