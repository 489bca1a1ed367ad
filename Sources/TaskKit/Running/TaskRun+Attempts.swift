import Synchronization
import TaskPlanning
import ToolkitTrace

extension TaskRun {
  // MARK: - Without suspending

  /// Runs a task that does not suspend, once.
  ///
  /// - Precondition: The caller runs where the function belongs.
  func perform(
    _ task: Int, _ function: @escaping TaskBody.Plain, _ input: inout TaskBody.Input
  ) -> TaskOutcome {
    let entry = entries[task]
    input.context.task = entry.name
    input.context.index = task
    if let outcome = reasonNotToRun(task, input.context) { return outcome }
    do {
      let result =
        Trace.isOn
        ? try Trace.span(
          entry.name, kind: .task, module: entry.definition.place.module, cause: cause
        ) { try function(input) }
        : try function(input)
      if let result { input.context.surroundings.results.set(result, of: entry.name) }
      return .succeeded
    } catch {
      let outcome = TaskOutcome.failed(.failed(entry.definition, with: error, attempts: 1))
      input.context.surroundings.results.set(outcome, of: entry.name)
      return outcome
    }
  }

  /// Why a task must not run, now that its turn has come; nothing if it may.
  private func reasonNotToRun(
    _ task: Int, _ context: @autoclosure () -> TaskContext
  ) -> TaskOutcome? {
    let reason =
      isCancelled(task) ? TaskOutcome.cancelled : entries[task].reasonNotToRun(context())
    guard let reason else { return nil }
    context().surroundings.results.set(reason, of: entries[task].name)
    return reason
  }

  // MARK: - With suspending

  /// Starts a task that may suspend, or may have to be tried again.
  func suspend(_ task: Int, on lane: TaskLane) {
    let start = time.nanoseconds()
    let work = lanes.start { [self] in
      let (outcome, attempts) = await attempt(task, on: lane)
      let end = time.nanoseconds()
      if case .succeeded = outcome {
        entries[task].learn(end - start)
      } else {
        input.context.surroundings.results.set(outcome, of: entries[task].name)
      }
      manager.begin(
        finish(
          EndedTask(
            task: task, outcome: outcome, start: start, end: end, attempts: attempts,
            worker: lane == .main ? 0 : -1)))
    }
    let isCancelled = state.withLock { state in
      guard state.execution.states[task] == .running else { return false }
      if state.suspended.isEmpty {
        state.suspended = Array(repeating: nil, count: entries.count)
      }
      state.suspended[task] = work
      return state.cancelled.contains(task)
    }
    if isCancelled { work.cancel() }
  }

  /// Tries a task as often as it may be tried.
  @concurrent
  private func attempt(_ task: Int, on lane: TaskLane) async -> (TaskOutcome, attempts: Int32) {
    let entry = entries[task]
    let properties = entry.definition.properties
    let mark = mark.forTask(entry.name)
    var input = input
    input.context.task = entry.name
    input.context.index = task
    if let outcome = RunMark.$current.withValue(
      mark,
      operation: {
        reasonNotToRun(task, input.context)
      })
    {
      return (outcome, 0)
    }
    var attempts: Int32 = 0
    while true {
      attempts += 1
      input.context.attempt = Int(attempts)
      let failure: TaskError
      do {
        if let result = try await call(entry, input, mark, on: lane) {
          input.context.surroundings.results.set(result, of: entry.name)
        }
        return (.succeeded, attempts)
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

  /// Calls a task's function where it belongs, and gives up when that takes too
  /// long.
  private nonisolated(nonsending) func call(
    _ entry: TaskEntry, _ input: TaskBody.Input, _ mark: RunMark, on lane: TaskLane
  ) async throws -> TaskBody.Result {
    guard let limit = entry.definition.properties.timeout else {
      return try await callMarked(entry, input, mark, on: lane)
    }
    return try await TaskTimeout.race(within: limit, time, lanes) { [self] in
      try await callMarked(entry, input, mark, on: lane)
    }
  }

  private nonisolated(nonsending) func callMarked(
    _ entry: TaskEntry, _ input: TaskBody.Input, _ mark: RunMark, on lane: TaskLane
  ) async throws -> TaskBody.Result {
    try await RunMark.$current.withValue(mark) {
      guard Trace.isOn else {
        return try await entry.definition.body.call(input, onMain: lane == .main)
      }
      return try await Trace.span(
        entry.name, kind: .task, module: entry.definition.place.module, cause: cause
      ) { try await entry.definition.body.call(input, onMain: lane == .main) }
    }
  }
}
