import Synchronization
import TaskPlanning

// The main lane: what runs on the main actor, one after another.
extension TaskRun {
  /// Goes on where the main lane has yielded.
  ///
  /// - Returns: What is to begin now.
  func resumeMainLane() -> [TaskBeginning] {
    carryOut(
      state.withLock { state in
        if state.mainLane == .yielded { state.mainLane = .asleep }
        return state.nextSteps()
      })
  }

  /// Whether the main lane goes on when somebody has time for it.
  var hasYielded: Bool { state.withLock { $0.mainLane == .yielded } }

  /// Runs tasks until none is ready, or one suspends.
  ///
  /// - Precondition: The caller runs on the main actor.
  /// - Returns: What is to begin now.
  func runMainLane() -> [TaskBeginning] {
    let (steps, unbegun) = mark.whileOnLane { runTasksOfMainLane() }
    if slice != nil, hasYielded { manager.didYield(self) }
    return carryOut(steps) + carryOut(unbegun)
  }

  private func runTasksOfMainLane() -> (TaskSteps, [UnbegunTask]) {
    var input = input
    var now = time.nanoseconds()
    let end = slice.map { now + $0 }
    var ended: EndedTask?
    while true {
      let mustYield = end.map { now >= $0 || manager.isBusy(besides: self) } ?? false
      let turn = exchange(ended, mustYield: mustYield)
      guard let task = turn.task else { return (turn.steps, turn.unbegun) }
      wakeWorkers(turn.steps)
      if !turn.unbegun.isEmpty {
        // The main lane is awake and a task is not over: these are workers only.
        wakeWorkers(settle(turn.unbegun, mayEnd: false))
      }
      guard let function = entries[task].simpleFunction else {
        suspend(task, on: .main)
        return (TaskSteps(), [])
      }
      let outcome = perform(task, function, &input)
      let start = now
      now = time.nanoseconds()
      if case .succeeded = outcome { entries[task].learn(now - start) }
      settle(task, outcome)
      ended = EndedTask(
        task: task, outcome: outcome, start: start, end: now,
        attempts: outcome.hasBegun ? 1 : 0, worker: 0)
      if isStepwise { return giveWay(after: ended) }
    }
  }

  /// Hands in a task that is over and takes the next one; without one, the lane falls
  /// asleep.
  private func exchange(
    _ ended: EndedTask?, mustYield: Bool
  ) -> (task: Int?, steps: TaskSteps, unbegun: [UnbegunTask]) {
    state.withLock { state in
      let unbegun = ended.map { note($0, in: &state) } ?? []
      var task: Int?
      if mustYield, state.execution.readyCount(.main) > 0 {
        state.mainLane = .yielded
      } else {
        task = state.execution.take(.main)
        if let task {
          if entries[task].simpleFunction == nil { state.mainLane = .suspended }
        } else {
          state.mainLane = .asleep
        }
      }
      return (task, state.steps(after: unbegun), unbegun)
    }
  }

  /// Hands in a task that is over; the lane is woken again if there are more.
  private func giveWay(after ended: EndedTask?) -> (TaskSteps, [UnbegunTask]) {
    state.withLock { state in
      let unbegun = ended.map { note($0, in: &state) } ?? []
      state.mainLane = .asleep
      return (state.steps(after: unbegun), unbegun)
    }
  }
}
