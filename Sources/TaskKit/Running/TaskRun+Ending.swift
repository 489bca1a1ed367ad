import Synchronization
import TaskPlanning
import ToolkitTrace

// The end of tasks.
extension TaskRun {
  /// Reports the outcome of a task to the manager, before the run records it.
  ///
  /// - Parameters:
  ///   - entry: The task.
  ///   - outcome: The outcome, or `nil` if the task succeeded.
  func settle(_ entry: TaskEntry, _ outcome: TaskOutcome?) {
    if let outcome {
      if case .failed(let error) = outcome { manager.report(error) }
      entry.latestOutcome = outcome
    } else {
      entry.noteSuccess()
    }
    if entry.isAwaited { manager.didSettle(entry, hasBegun: true) }
    // Last, so that a watcher finds the error already reported.
    tellWatchers(of: entry, .ended(outcome))
  }

  /// Notifies the watchers of a task of a change, as an effect of the run.
  ///
  /// Watchers are not notified of shutdown functions, because the task itself does not run again.
  @inline(__always)
  func tellWatchers(of entry: TaskEntry, _ state: @autoclosure () -> TaskChange.State) {
    guard manager.watchers.areThere, occasion != .end else { return }
    Trace.withCause(span.id) {
      manager.watchers.tell(TaskChange(task: entry.name, state: state()))
    }
  }

  /// Reports the outcomes of tasks that did not start, after the run has recorded them.
  ///
  /// - Precondition: ``State/settling`` counts the caller.
  func settle(_ steps: RunSteps) -> RunSteps {
    for unbegun in steps.unbegun {
      let entry = entries[unbegun.task]
      entry.latestOutcome = unbegun.outcome
      tellWatchers(of: entry, .ended(unbegun.outcome))
      if entry.isAwaited { manager.didSettle(entry, hasBegun: false) }
    }
    return state.withLock { state in
      state.settling -= 1
      return state.nextSteps(mayEnd: steps.mayEnd)
    }
  }

  /// Records that a suspended task has finished and is settled.
  ///
  /// - Returns: The runs to start now.
  func finish(_ ended: RunRecord, _ outcome: TaskOutcome?) -> [TaskRun] {
    carryOut(
      state.withLock { state in
        if ended.worker == 0, state.mainLane == .suspended { state.mainLane = .asleep }
        var unbegun: [(task: Int, outcome: TaskOutcome)] = []
        note(ended, outcome, in: &state, &unbegun)
        return state.nextSteps(after: unbegun)
      })
  }

  /// Records the news of a lane, which the lane may then forget.
  ///
  /// - Precondition: The lock is held.
  /// - Returns: The dependents that have finished because of these tasks, without having started.
  func note(_ news: LaneNews, in state: inout State) -> [(task: Int, outcome: TaskOutcome)] {
    var unbegun: [(task: Int, outcome: TaskOutcome)] = []
    for ended in news.succeeded { note(ended, nil, in: &state, &unbegun) }
    for (ended, outcome) in news.others { note(ended, outcome, in: &state, &unbegun) }
    return unbegun
  }

  /// Records the end of a task, and the dependents that finish because of it.
  ///
  /// - Precondition: The lock is held.
  private func note(
    _ ended: RunRecord, _ outcome: TaskOutcome?, in state: inout State,
    _ unbegun: inout [(task: Int, outcome: TaskOutcome)]
  ) {
    let task = Int(ended.task)
    state.ended.append(ended)
    if !state.suspended.isEmpty { state.suspended[task] = nil }
    guard let outcome else { return state.execution.succeed(task) }
    state.outcomes[task] = outcome
    let policy = entries[task].definition.properties.failurePolicy ?? failurePolicy
    let effect = state.execution.finish(task, outcome.inPlan(policy))
    unbegun += note(effect.ended, at: ended.end, in: &state)
  }

  /// Records tasks that finish without having started.
  private func note(
    _ tasks: [Int], at now: Int64, in state: inout State
  ) -> [(task: Int, outcome: TaskOutcome)] {
    tasks.map { task in
      let outcome: TaskOutcome =
        state.execution.states[task] == .cancelled
        ? .cancelled : .skipped(state.execution.explanation(of: task) ?? "")
      state.ended.append(
        RunRecord(task: Int32(truncatingIfNeeded: task), start: now, end: now))
      state.outcomes[task] = outcome
      return (task, outcome)
    }
  }

  // MARK: - Cancelling

  /// Cancels an unfinished task of this run, and all its dependents.
  ///
  /// - Returns: Whether a task was cancelled.
  func cancel(_ entry: TaskEntry) -> Bool {
    let now = time.nanoseconds()
    let found = state.withLock { state -> (Bool, StartedTask?, RunSteps)? in
      guard let task = entries.number(of: entry, knowing: &state.numbers) else { return nil }
      let isRunning = state.execution.states[task] == .running
      if isRunning {
        state.cancelled.insert(task)
        hasCancelled.store(true, ordering: .relaxed)
      }
      let unbegun = note(state.execution.cancel(task).ended, at: now, in: &state)
      return (
        isRunning, state.suspended.isEmpty ? nil : state.suspended[task],
        state.nextSteps(after: unbegun)
      )
    }
    guard let (isRunning, work, steps) = found else { return false }
    work?.cancel()
    manager.begin(carryOut(steps))
    return (isRunning && !entry.isSimple) || !steps.unbegun.isEmpty
  }

  /// Returns whether a task was cancelled after a lane took it.
  func isCancelled(_ task: Int) -> Bool {
    hasCancelled.load(ordering: .relaxed) && state.withLock { $0.cancelled.contains(task) }
  }
}
