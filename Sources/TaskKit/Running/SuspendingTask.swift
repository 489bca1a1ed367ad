import TaskPlanning
import ToolkitTrace

/// A task of a run that may suspend, or may have to be tried again.
struct SuspendingTask: Sendable {
  let owner: TaskRun
  let task: Int
  let lane: TaskLane

  private var entry: TaskEntry { owner.entries[task] }

  /// Runs it, and all that is to begin when it is over.
  @concurrent
  func run() async {
    let entry = entry
    let start = owner.time.nanoseconds()
    let (outcome, attempts) = await inItsRun(entry) {
      owner.tellWatchers(of: entry, .running)
      return entry.isTriedOnce ? await tryOnce(entry) : await tryOften(entry)
    }
    let end = owner.time.nanoseconds()
    if let outcome {
      owner.results.set(outcome, of: entry.name)
    } else {
      entry.learn(end - start)
    }
    // As the task, so that what this leads to is known to come from it.
    await inItsRun(entry) { owner.settle(entry, outcome) }
    let record = TaskRecord(
      start: start, end: end, attempts: attempts, worker: lane == .main ? 0 : -1)
    owner.manager.begin(owner.finish(EndedTask(task, record), outcome))
  }

  /// Does something as the task, which all that it calls can tell.
  private nonisolated(nonsending) func inItsRun<Result>(
    _ entry: TaskEntry, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await owner.mark.forTask(entry.name).whileInTask(body)
  }

  /// What it is told.
  private func input(attempt: Int32) -> TaskBody.Input {
    var input = owner.input
    input.context.index = task
    input.context.attempt = Int(attempt)
    return input
  }

  /// Tries it once.
  ///
  /// - Returns: How it ended if it did not succeed, and how often it was tried.
  private nonisolated(nonsending) func tryOnce(
    _ entry: TaskEntry
  ) async -> (TaskOutcome?, attempts: Int32) {
    let input = input(attempt: 1)
    if let outcome = owner.reasonNotToRun(task, entry, input.context) { return (outcome, 0) }
    do {
      let result =
        Trace.isOn
        ? try await call(entry, input)
        : try await entry.body.call(input, onMain: lane == .main)
      owner.results.set(result, of: entry)
      return (nil, 1)
    } catch {
      if Task.isCancelled { return (.cancelled, 1) }
      return (.failed(.failed(entry.definition, with: error, attempts: 1)), 1)
    }
  }

  /// Tries it as often as it may be tried.
  ///
  /// - Returns: How it ended if it did not succeed, and how often it was tried.
  private nonisolated(nonsending) func tryOften(
    _ entry: TaskEntry
  ) async -> (TaskOutcome?, attempts: Int32) {
    let properties = entry.definition.properties
    if let outcome = owner.reasonNotToRun(task, entry, input(attempt: 1).context) {
      return (outcome, 0)
    }
    var attempts: Int32 = 0
    while true {
      attempts += 1
      let failure: TaskError
      do {
        let result = try await call(entry, input(attempt: attempts), within: properties.timeout)
        owner.results.set(result, of: entry)
        return (nil, attempts)
      } catch let error as TaskTimeout {
        failure = .timedOut(entry.definition, after: error.limit)
      } catch {
        if Task.isCancelled { return (.cancelled, attempts) }
        failure = .failed(entry.definition, with: error, attempts: Int(attempts))
      }
      guard attempts < properties.maximumAttempts else { return (.failed(failure), attempts) }
      do {
        try await owner.time.sleep(properties.backoff.delay(afterAttempt: Int(attempts)))
      } catch {
        return (.cancelled, attempts)
      }
    }
  }

  /// Calls its function where it belongs, and gives up when that takes too long.
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input, within limit: Duration?
  ) async throws -> TaskBody.Result {
    guard let limit else { return try await call(entry, input) }
    return try await TaskTimeout.race(within: limit, owner.time, owner.lanes) {
      // Those who race have been started, and inherit nothing.
      try await inItsRun(entry) { try await call(entry, input) }
    }
  }

  /// Calls its function where it belongs.
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input
  ) async throws -> TaskBody.Result {
    try await Trace.span(
      entry.name, kind: .task, module: entry.definition.place.module, cause: owner.span.id
    ) { try await entry.body.call(input, onMain: lane == .main) }
  }
}

extension TaskRun {
  /// Starts a task that may suspend.
  ///
  /// - Returns: What it can be cancelled by; see ``register(_:_:in:)``.
  func start(_ task: Int, on lane: TaskLane) -> Task<Void, Never> {
    lanes.start(SuspendingTask(owner: self, task: task, lane: lane))
  }

  /// Notes what a task can be cancelled by that has been started.
  ///
  /// - Precondition: The lock is held.
  /// - Returns: Whether it is to be cancelled, once the lock is open.
  func register(_ task: Int, _ work: Task<Void, Never>, in state: inout State) -> Bool {
    guard state.execution.states[task] == .running else { return false }
    if state.suspended.isEmpty {
      state.suspended = Array(repeating: nil, count: entries.count)
    }
    state.suspended[task] = work
    return state.cancelled.contains(task)
  }
}
