import Synchronization
import TaskPlanning
import ToolkitTrace

extension TaskRun {
  /// The run that the calling code is a task of, and the task's name.
  @TaskLocal static var current: (run: TaskRun, task: String)?

  /// What a task is told.
  func input(for task: Int, attempt: Int = 1) -> TaskBody.Input {
    var input = input
    input.context.task = entries[task].name
    input.context.attempt = attempt
    return input
  }

  // MARK: - Without suspending

  /// Runs a task that does not suspend, once.
  ///
  /// - Precondition: The caller runs where the function belongs.
  func perform(_ task: Int, _ function: @escaping TaskBody.Synchronous) -> TaskOutcome {
    let entry = entries[task]
    let input = input(for: task)
    if let reason = entry.reasonNotToRun(input.context) { return .skipped(reason) }
    do {
      let result = try Trace.span(
        entry.name, kind: .task, module: entry.definition.place.module
      ) { try TaskBody.call(function, input) }
      if let result { input.context.results.set(result, of: entry.name) }
      return .succeeded
    } catch {
      return .failed(.failed(entry.definition, with: error, attempts: 1))
    }
  }

  // MARK: - With suspending

  /// Starts a task that may suspend, or may have to be tried again.
  func suspend(_ task: Int, on lane: TaskLane) {
    if lane == .main { state.withLock { $0.mainLane = .suspended } }
    let start = time.nanoseconds()
    let work = lanes.start { [self] in
      let (outcome, attempts) = await Self.$current.withValue((self, entries[task].name)) {
        await attempt(task, on: lane)
      }
      let ended = EndedTask(
        task: task, outcome: outcome, start: start, end: time.nanoseconds(), attempts: attempts)
      finish(ended, by: lane == .main ? 0 : -1)
      if lane == .main { resumeMainLane(from: .suspended) } else { wakeMainLane() }
      endIfOver()
    }
    state.withLock { state in
      if state.records[task].outcome == nil { state.suspended[task] = work }
    }
  }

  /// Tries a task as often as it may be tried.
  @concurrent
  private func attempt(_ task: Int, on lane: TaskLane) async -> (TaskOutcome, attempts: Int) {
    let entry = entries[task]
    let properties = entry.definition.properties
    if let reason = entry.reasonNotToRun(input(for: task).context) { return (.skipped(reason), 0) }
    var attempts = 0
    while true {
      attempts += 1
      let failure: TaskError
      do {
        let input = input(for: task, attempt: attempts)
        let result = try await Trace.span(
          entry.name, kind: .task, module: entry.definition.place.module
        ) { try await self.call(entry, input, on: lane) }
        if let result { input.context.results.set(result, of: entry.name) }
        return (.succeeded, attempts)
      } catch let error as TaskTimeout {
        failure = .timedOut(entry.definition, after: error.limit)
      } catch {
        if Task.isCancelled { return (.cancelled, attempts) }
        failure = .failed(entry.definition, with: error, attempts: attempts)
      }
      guard attempts < properties.maximumAttempts else { return (.failed(failure), attempts) }
      do {
        try await time.sleep(properties.backoff.delay(afterAttempt: attempts))
      } catch {
        return (.cancelled, attempts)
      }
    }
  }

  /// Calls a task's function where it belongs, and gives up when that takes too
  /// long.
  private func call(
    _ entry: TaskEntry, _ input: TaskBody.Input, on lane: TaskLane
  ) async throws -> TaskBody.Result {
    guard let limit = entry.definition.properties.timeout else {
      return try await entry.definition.body.call(input, onMain: lane == .main)
    }
    return try await TaskTimeout.race(within: limit, time, lanes) {
      try await entry.definition.body.call(input, onMain: lane == .main)
    }
  }
}
