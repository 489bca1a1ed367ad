import Synchronization
import TaskPlanning
import ToolkitTrace

// The main lane, whose tasks run on the main actor, one after another.
extension TaskRun {
  /// Continues a main lane that has yielded.
  ///
  /// - Returns: The runs to start now.
  func resumeMainLane() -> [TaskRun] {
    carryOut(
      state.withLock { state in
        if state.mainLane == .yielded { state.mainLane = .asleep }
        return state.nextSteps()
      })
  }

  /// A Boolean value that indicates whether the main lane has yielded until the main actor is idle.
  var hasYielded: Bool { state.withLock { $0.mainLane == .yielded } }

  /// Runs tasks until no task is ready, or until one suspends.
  ///
  /// - Precondition: The caller runs on the main actor.
  /// - Returns: The runs to start now.
  func runMainLane() -> [TaskRun] {
    let steps = mark.whileOnLane { runTasksOfMainLane() }
    if slice != nil, hasYielded { manager.didYield(self) }
    return carryOut(steps)
  }

  private func runTasksOfMainLane() -> RunSteps {
    var input = input
    var now = time.nanoseconds()
    let end = slice.map { now + $0 }
    var news = LaneNews()
    while true {
      let mustYield = end.map { now >= $0 || manager.isBusy(besides: self) } ?? false
      let (next, steps) = exchange(&news, mustYield: mustYield)
      guard let task = next else { return steps }
      startAndWakeWorkers(steps)
      // The main lane is awake and a task is unfinished, so these steps only concern workers.
      if !steps.unbegun.isEmpty { startAndWakeWorkers(settle(steps)) }
      let hasRun = entries.with(task) { entry in
        guard entry.isSimple else { return false }
        run(task, entry, &input, &news, as: 0, &now)
        return true
      }
      guard hasRun else {
        suspendMainLane(for: task)
        return RunSteps()
      }
      if isStepwise { return giveWay(after: news) }
    }
  }

  /// Runs a task that does not suspend, reports its outcome, and records its duration.
  ///
  /// - Parameters:
  ///   - task: The task's index.
  ///   - entry: The task.
  ///   - input: The input of the task. Its index is set here.
  ///   - news: The news of the lane, to which the record is added.
  ///   - worker: The number of the worker, or 0 for the main lane.
  ///   - now: The start time, replaced by the end time.
  func run(
    _ task: Int, _ entry: TaskEntry, _ input: inout TaskBody.Input, _ news: inout LaneNews,
    as worker: Int, _ now: inout Int64
  ) {
    tellWatchers(of: entry, .running)
    let outcome = perform(task, entry, &input)
    let start = now
    now = time.nanoseconds()
    settle(entry, outcome)
    let record = RunRecord(
      task: Int32(truncatingIfNeeded: task), attempts: outcome?.hasBegun ?? true ? 1 : 0,
      worker: Int32(truncatingIfNeeded: worker), start: start, end: now)
    news.add(record, outcome)
  }

  /// Starts a task that may suspend.
  ///
  /// The main lane continues after it has finished.
  private func suspendMainLane(for task: Int) {
    let work = start(task, on: .main)
    if state.withLock({ register(task, work, in: &$0) }) { work.cancel() }
  }

  /// Records the finished tasks and takes the next one.
  ///
  /// If no task is ready, the lane goes to sleep.
  private func exchange(
    _ news: inout LaneNews, mustYield: Bool
  ) -> (task: Int?, steps: RunSteps) {
    defer { news.removeAll() }
    return state.withLock { [news] state in
      let unbegun = note(news, in: &state)
      var task: Int?
      if mustYield, state.execution.readyMain.count > 0 {
        state.mainLane = .yielded
      } else {
        task = state.execution.take(.main)
        if let task {
          if !entries[task].isSimple { state.mainLane = .suspended }
        } else {
          state.mainLane = .asleep
        }
      }
      return (task, state.nextSteps(after: unbegun, mayEnd: task == nil))
    }
  }

  /// Records the finished tasks, and leaves the main lane.
  ///
  /// The lane is woken again if more tasks are ready.
  private func giveWay(after news: LaneNews) -> RunSteps {
    state.withLock { state in
      let unbegun = note(news, in: &state)
      state.mainLane = .asleep
      return state.nextSteps(after: unbegun)
    }
  }
}

// Tasks that do not suspend.
extension TaskRun {
  /// Runs a task that does not suspend, once.
  ///
  /// - Precondition: The caller runs on the function's actor, if it has one.
  /// - Returns: The outcome, or `nil` if the task succeeded.
  func perform(
    _ task: Int, _ entry: TaskEntry, _ input: inout TaskBody.Input
  ) -> TaskOutcome? {
    input.context.index = task
    if let outcome = reasonNotToRun(task, entry, input.context) { return outcome }
    do {
      results.set(try call(entry, input), of: entry)
      return nil
    } catch {
      let outcome = TaskOutcome.failed(.failed(entry.definition, with: error, attempts: 1))
      results.set(outcome, of: entry.name)
      return outcome
    }
  }

  /// Calls the function of a task that does not suspend.
  ///
  /// - Precondition: The caller runs on the function's actor, if it has one.
  @inline(__always)
  func call(_ entry: TaskEntry, _ input: TaskBody.Input) throws -> TaskBody.Output {
    Trace.isOn ? try callTraced(entry, input) : try entry.call(input)
  }

  /// Calls the function of a task that does not suspend, while tracing is on.
  private func callTraced(
    _ entry: TaskEntry, _ input: TaskBody.Input
  ) throws -> TaskBody.Output {
    try Trace.span(
      entry.name, kind: .task, module: entry.definition.location.module, cause: span.id
    ) { try entry.call(input) }
  }

  /// Returns the reason why a task must not run now, or `nil` if it may.
  func reasonNotToRun(
    _ task: Int, _ entry: TaskEntry, _ context: TaskContext
  ) -> TaskOutcome? {
    // Most tasks have no such reason.
    guard !entry.mayRun || hasCancelled.load(ordering: .relaxed) else { return nil }
    let reason = isCancelled(task) ? TaskOutcome.cancelled : entry.reasonNotToRun(context)
    guard let reason else { return nil }
    results.set(reason, of: entry.name)
    return reason
  }
}
