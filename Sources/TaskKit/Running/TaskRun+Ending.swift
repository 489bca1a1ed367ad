import Synchronization
import TaskPlanning
import ToolkitTrace

// How tasks end.
extension TaskRun {
  /// Tells the manager what has become of a task, before the run notes it.
  ///
  /// - Parameters:
  ///   - entry: The task.
  ///   - outcome: How it ended if it did not succeed.
  func settle(_ entry: TaskEntry, _ outcome: TaskOutcome?) {
    if let outcome {
      if case .failed(let error) = outcome { manager.report(error) }
      entry.latestOutcome = outcome
    } else {
      entry.noteSuccess()
    }
    if entry.isAwaited { manager.didSettle(entry, hasBegun: true) }
    // Last: who watches finds that the error has been reported.
    tellWatchers(of: entry, .ended(outcome))
  }

  /// Notifies the watches of a task of a change, as an effect of the run.
  ///
  /// Watches are not notified of shutdown functions: the task itself does not run again.
  @inline(__always)
  func tellWatchers(of entry: TaskEntry, _ state: @autoclosure () -> TaskChange.State) {
    guard manager.watchers.areThere, occasion != .end else { return }
    Trace.withCause(span.id) {
      manager.watchers.tell(TaskChange(task: entry.name, state: state()))
    }
  }

  /// Tells the manager what has become of tasks that did not begin, after the run
  /// noted it.
  ///
  /// - Precondition: ``State/settling`` counts the caller.
  func settle(_ tasks: [UnbegunTask], mayEnd: Bool = true) -> RunSteps {
    for unbegun in tasks {
      let entry = entries[unbegun.task]
      entry.latestOutcome = unbegun.outcome
      tellWatchers(of: entry, .ended(unbegun.outcome))
      if entry.isAwaited { manager.didSettle(entry, hasBegun: false) }
    }
    return state.withLock { state in
      state.settling -= 1
      return state.nextSteps(mayEnd: mayEnd)
    }
  }

  /// Notes that a task that had suspended is over and settled.
  ///
  /// - Returns: What is to begin now.
  func finish(_ ended: EndedTask, _ outcome: TaskOutcome?) -> [PreparedRun] {
    let (unbegun, steps) = state.withLock { state in
      if ended.record.worker == 0, state.mainLane == .suspended { state.mainLane = .asleep }
      var unbegun: [UnbegunTask] = []
      note(ended, outcome, in: &state, &unbegun)
      return (unbegun, state.steps(after: unbegun))
    }
    return carryOut(steps) + carryOut(unbegun)
  }

  /// Settles tasks that did not begin.
  func carryOut(_ unbegun: [UnbegunTask]) -> [PreparedRun] {
    unbegun.isEmpty ? [] : carryOut(settle(unbegun))
  }

  /// Notes what a lane has to tell, which it may forget then.
  ///
  /// - Precondition: The lock is held.
  /// - Returns: The tasks that have ended with its tasks, without having begun.
  func note(_ news: LaneNews, in state: inout State) -> [UnbegunTask] {
    var unbegun: [UnbegunTask] = []
    for ended in news.succeeded { note(ended, nil, in: &state, &unbegun) }
    for (ended, outcome) in news.others { note(ended, outcome, in: &state, &unbegun) }
    return unbegun
  }

  /// Notes how a task ended, and which others end with it.
  ///
  /// - Precondition: The lock is held.
  private func note(
    _ ended: EndedTask, _ outcome: TaskOutcome?, in state: inout State,
    _ unbegun: inout [UnbegunTask]
  ) {
    let task = Int(ended.task)
    state.ended.append(ended)
    if !state.suspended.isEmpty { state.suspended[task] = nil }
    guard let outcome else { return state.execution.succeed(task) }
    state.outcomes[task] = outcome
    let policy = entries[task].definition.properties.failurePolicy ?? failurePolicy
    let effect = state.execution.finish(task, outcome.inPlan(policy))
    unbegun += note(effect.ended, at: ended.record.end, in: &state)
  }

  /// Notes which tasks end without having begun.
  private func note(_ tasks: [Int], at now: Int64, in state: inout State) -> [UnbegunTask] {
    tasks.map { task in
      let outcome: TaskOutcome =
        state.execution.states[task] == .cancelled
        ? .cancelled : .skipped(state.execution.explanation(of: task) ?? "")
      state.ended.append(EndedTask(task, RunRecord(start: now, end: now)))
      state.outcomes[task] = outcome
      return UnbegunTask(task: task, outcome: outcome)
    }
  }

  // MARK: - Cancelling

  /// Cancels a task of this run that is not over, and all that depend on it.
  ///
  /// - Returns: Whether there was anything to cancel.
  func cancel(_ entry: TaskEntry) -> Bool {
    let now = time.nanoseconds()
    let found = state.withLock { state -> Cancelling? in
      guard let task = entries.number(of: entry, knowing: &state.numbers) else { return nil }
      var found = Cancelling(isRunning: state.execution.states[task] == .running)
      if found.isRunning {
        state.cancelled.insert(task)
        hasCancelled.store(true, ordering: .relaxed)
      }
      let effect = state.execution.cancel(task)
      found.unbegun = note(effect.ended, at: now, in: &state)
      found.running = state.suspended.isEmpty ? nil : state.suspended[task]
      found.steps = state.steps(after: found.unbegun)
      return found
    }
    guard let found else { return false }
    found.running?.cancel()
    manager.begin(carryOut(found.steps) + carryOut(found.unbegun))
    let canStop = found.isRunning && !entry.isSimple
    return canStop || !found.unbegun.isEmpty
  }

  /// The steps for a task that is cancelled, to be taken after unlocking.
  private struct Cancelling {
    let isRunning: Bool
    var running: StartedTask?
    var unbegun: [UnbegunTask] = []
    var steps = RunSteps()
  }

  /// Returns whether a task was cancelled after it was taken.
  func isCancelled(_ task: Int) -> Bool {
    hasCancelled.load(ordering: .relaxed) && state.withLock { $0.cancelled.contains(task) }
  }
}

extension TaskRun.State {
  /// Returns the next steps; a thread that has tasks to settle is counted first, so that
  /// the run does not end before they are.
  mutating func steps(after unbegun: [UnbegunTask], mayEnd: Bool = true) -> RunSteps {
    if !unbegun.isEmpty { settling += 1 }
    return nextSteps(mayEnd: mayEnd)
  }
}
