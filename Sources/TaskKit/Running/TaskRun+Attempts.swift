import Synchronization
import TaskPlanning
import ToolkitTrace

extension TaskRun {
  // MARK: - Without suspending

  /// Runs a task that does not suspend, once.
  ///
  /// - Precondition: The caller runs where the function belongs.
  /// - Returns: How it ended if it did not succeed.
  func perform(
    _ task: Int, _ entry: TaskEntry, _ input: inout TaskBody.Input
  ) -> TaskOutcome? {
    input.context.index = task
    if !mayRun(entry), let outcome = reasonNotToRun(task, input.context) { return outcome }
    do {
      let result = Trace.isOn ? try callTraced(entry, input) : try entry.call(input)
      if let result { input.context.surroundings.results.set(result, of: entry.name) }
      return nil
    } catch {
      let outcome = TaskOutcome.failed(.failed(entry.definition, with: error, attempts: 1))
      input.context.surroundings.results.set(outcome, of: entry.name)
      return outcome
    }
  }

  /// Calls the function of a task that does not suspend, while the process is tracing.
  private func callTraced(
    _ entry: TaskEntry, _ input: TaskBody.Input
  ) throws -> TaskBody.Result {
    try Trace.span(
      entry.name, kind: .task, module: entry.definition.place.module, cause: span.id
    ) { try entry.call(input) }
  }

  /// Whether nobody need be asked if a task must not run.
  private func mayRun(_ entry: TaskEntry) -> Bool {
    entry.mayRun && !hasCancelled.load(ordering: .relaxed)
  }

  /// Why a task must not run, now that its turn has come; nothing if it may.
  private func reasonNotToRun(_ task: Int, _ context: TaskContext) -> TaskOutcome? {
    let reason = isCancelled(task) ? TaskOutcome.cancelled : entries[task].reasonNotToRun(context)
    guard let reason else { return nil }
    context.surroundings.results.set(reason, of: entries[task].name)
    return reason
  }

  // MARK: - With suspending

  /// Starts a task that may suspend, or may have to be tried again.
  ///
  /// - Returns: What it can be cancelled by; see ``register(_:_:in:)``.
  func start(_ task: Int, on lane: TaskLane) -> Task<Void, Never> {
    lanes.start { [self] in
      let entry = entries[task]
      let start = time.nanoseconds()
      let (outcome, attempts) = await RunMark.$current.withValue(mark.forTask(entry.name)) {
        await attempt(entry, task, on: lane)
      }
      let end = time.nanoseconds()
      if let outcome {
        input.context.surroundings.results.set(outcome, of: entry.name)
      } else {
        entry.learn(end - start)
      }
      let record = TaskRecord(
        start: start, end: end, attempts: attempts, worker: lane == .main ? 0 : -1)
      manager.begin(finish(EndedTask(task, record), entry, outcome))
    }
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

  /// Tries a task as often as it may be tried.
  ///
  /// - Returns: How it ended if it did not succeed, and how often it was tried.
  private nonisolated(nonsending) func attempt(
    _ entry: TaskEntry, _ task: Int, on lane: TaskLane
  ) async -> (TaskOutcome?, attempts: Int32) {
    var input = input
    input.context.index = task
    if !mayRun(entry), let outcome = reasonNotToRun(task, input.context) { return (outcome, 0) }
    let properties = entry.definition.properties
    var attempts: Int32 = 0
    while true {
      attempts += 1
      input.context.attempt = Int(attempts)
      let failure: TaskError
      do {
        let result =
          if let limit = properties.timeout {
            try await call(entry, input, within: limit, on: lane)
          } else {
            try await call(entry, input, on: lane)
          }
        if let result { input.context.surroundings.results.set(result, of: entry.name) }
        return (nil, attempts)
      } catch let error as TaskTimeout {
        failure = .timedOut(entry.definition, after: error.limit)
      } catch {
        if Task.isCancelled { return (.cancelled, attempts) }
        failure = .failed(entry.definition, with: error, attempts: Int(attempts))
      }
      guard attempts < properties.maximumAttempts else { return (.failed(failure), attempts) }
      do {
        try await time.sleep(properties.backoff.delay(afterAttempt: Int(attempts)))
      } catch {
        return (.cancelled, attempts)
      }
    }
  }

  /// Calls a task's function where it belongs.
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input, on lane: TaskLane
  ) async throws -> TaskBody.Result {
    guard Trace.isOn else {
      return try await entry.definition.body.call(input, onMain: lane == .main)
    }
    return try await Trace.span(
      entry.name, kind: .task, module: entry.definition.place.module, cause: span.id
    ) { try await entry.definition.body.call(input, onMain: lane == .main) }
  }

  /// Calls a task's function where it belongs, and gives up when that takes too
  /// long.
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input, within limit: Duration, on lane: TaskLane
  ) async throws -> TaskBody.Result {
    try await TaskTimeout.race(within: limit, time, lanes) { [self] in
      // Those who race have been started, and inherit nothing.
      try await RunMark.$current.withValue(mark.forTask(entry.name)) {
        try await call(entry, input, on: lane)
      }
    }
  }
}
