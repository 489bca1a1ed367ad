import Synchronization
import TaskPlanning

// How tasks end.
extension TaskRun {
  /// Tells the manager what has become of a task, before the run notes it.
  func settle(_ task: Int, _ outcome: TaskOutcome) {
    if case .failed(let error) = outcome { manager.report(error) }
    let entry = entries[task]
    entry.latestOutcome = outcome
    if entry.isAwaited { manager.didSettle(entry, hasBegun: true) }
  }

  /// Tells the manager what has become of tasks that did not begin, after the run
  /// noted it.
  ///
  /// - Precondition: ``State/settling`` counts the caller.
  func settle(_ tasks: [UnbegunTask], mayEnd: Bool = true) -> TaskSteps {
    for unbegun in tasks {
      let entry = entries[unbegun.task]
      entry.latestOutcome = unbegun.outcome
      if entry.isAwaited { manager.didSettle(entry, hasBegun: false) }
    }
    return state.withLock { state in
      state.settling -= 1
      return state.nextSteps(mayEnd: mayEnd)
    }
  }

  /// Notes that a task that had suspended is over.
  ///
  /// - Returns: What is to begin now.
  func finish(_ ended: EndedTask) -> [TaskBeginning] {
    settle(ended.task, ended.outcome)
    let (unbegun, steps) = state.withLock { state in
      if ended.worker == 0, state.mainLane == .suspended { state.mainLane = .asleep }
      let unbegun = note(ended, in: &state)
      return (unbegun, state.steps(after: unbegun))
    }
    return carryOut(steps) + carryOut(unbegun)
  }

  /// Settles tasks that did not begin.
  func carryOut(_ unbegun: [UnbegunTask]) -> [TaskBeginning] {
    unbegun.isEmpty ? [] : carryOut(settle(unbegun))
  }

  /// Notes how a task ended.
  ///
  /// - Precondition: The lock is held.
  /// - Returns: The tasks that end with it, without having begun.
  func note(_ ended: EndedTask, in state: inout State) -> [UnbegunTask] {
    let task = ended.task
    state.records[task] = TaskRecord(
      start: ended.start, end: ended.end, attempts: ended.attempts, worker: ended.worker)
    if !state.suspended.isEmpty { state.suspended[task] = nil }
    if case .succeeded = ended.outcome {
      _ = state.execution.finish(task, .succeeded)
      return []
    }
    state.outcomes[task] = ended.outcome
    let policy = entries[task].definition.properties.failurePolicy ?? failurePolicy
    let effect = state.execution.finish(task, ended.outcome.inPlan(policy))
    return note(effect.ended, at: ended.end, in: &state)
  }

  /// Notes which tasks end without having begun.
  private func note(_ tasks: [Int], at now: Int64, in state: inout State) -> [UnbegunTask] {
    tasks.map { task in
      let outcome: TaskOutcome =
        state.execution.states[task] == .cancelled
        ? .cancelled : .skipped(state.execution.explanation(of: task) ?? "")
      state.records[task].start = now
      state.records[task].end = now
      state.outcomes[task] = outcome
      return UnbegunTask(task: task, outcome: outcome)
    }
  }

  // MARK: - Cancelling

  /// Cancels a task of this run that is not over, and all that depend on it.
  ///
  /// - Returns: Whether there was anything to cancel.
  func cancel(_ entry: TaskEntry) -> Bool {
    guard let task = entries.firstIndex(where: { $0 === entry }) else { return false }
    let now = time.nanoseconds()
    let (isRunning, running, unbegun, steps) = state.withLock { state in
      let isRunning = state.execution.states[task] == .running
      if isRunning {
        state.cancelled.insert(task)
        hasCancelled.store(true, ordering: .relaxed)
      }
      let effect = state.execution.cancel(task)
      let unbegun = note(effect.ended, at: now, in: &state)
      let running = state.suspended.isEmpty ? nil : state.suspended[task]
      return (isRunning, running, unbegun, state.steps(after: unbegun))
    }
    running?.cancel()
    manager.begin(carryOut(steps) + carryOut(unbegun))
    let canStop = isRunning && entry.simpleFunction == nil
    return canStop || !unbegun.isEmpty
  }

  /// Whether a task was cancelled after it was taken.
  func isCancelled(_ task: Int) -> Bool {
    hasCancelled.load(ordering: .relaxed) && state.withLock { $0.cancelled.contains(task) }
  }
}

extension TaskRun.State {
  /// What is to be done now; who has tasks to settle is counted first, so that the
  /// run does not end before they are.
  mutating func steps(after unbegun: [UnbegunTask], mayEnd: Bool = true) -> TaskSteps {
    if !unbegun.isEmpty { settling += 1 }
    return nextSteps(mayEnd: mayEnd)
  }
}
