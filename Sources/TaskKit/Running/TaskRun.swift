import Synchronization
import TaskPlanning

/// One run of the tasks of an occasion, from the plan to the report.
///
/// Tasks of the main lane run one after another, in the order of the plan; the
/// others run on workers, as many at once as there are. No thread waits for a
/// task: whoever ends one starts what has become ready.
///
/// - Concurrency: May be used from any thread. No lock is held while tasks run.
final class TaskRun: Sendable {
  /// What the main lane is doing.
  enum MainLane: Sendable {
    /// Nothing: whoever makes a task ready for it must wake it.
    case asleep
    /// It looks for tasks, or will soon.
    case awake
    /// A task of it has suspended; it goes on when that is over.
    case suspended
    /// It goes on when somebody has time for it again.
    case yielded
  }

  struct State: Sendable {
    var execution: TaskExecution
    var records: [TaskRecord]
    var mainLane = MainLane.asleep
    /// How many workers are awake.
    var workers = 0
    /// The tasks that have suspended, by index, to be cancelled.
    var suspended: [Int: Task<Void, Never>] = [:]
    var hasEnded = false
    var report: TaskRunReport?
    var whenEnded: [@Sendable (TaskRunReport) -> Void] = []
  }

  let number: Int
  let occasion: TaskOccasion
  let entries: [TaskEntry]
  let plan: TaskPlan
  let manager: TaskManager
  /// What the tasks are told; each gets it with its own name.
  let input: TaskBody.Input
  /// What was wrong with the plan.
  let problems: [TaskError]
  /// How long the main lane may work before it yields, for tasks that run when
  /// nothing else does.
  let slice: Duration?
  let state: Mutex<State>

  init(
    number: Int, occasion: TaskOccasion, entries: [TaskEntry], plan: TaskPlan,
    execution: TaskExecution, input: TaskBody.Input, problems: [TaskError], slice: Duration?,
    manager: TaskManager
  ) {
    self.number = number
    self.occasion = occasion
    self.entries = entries
    self.plan = plan
    self.input = input
    self.problems = problems
    self.slice = slice
    self.manager = manager
    state = Mutex(
      State(
        execution: execution, records: Array(repeating: TaskRecord(), count: entries.count)))
  }

  var time: TaskTime { manager.time }
  var lanes: any TaskLanes { manager.lanes }

  // MARK: - Beginning and ending

  /// Begins the run; on the main actor, what can run there has run when this
  /// returns.
  func begin() {
    wakeWorkers()
    wakeMainLane()
    endIfOver()
  }

  /// Has something done with the report, at once if there is one.
  func whenEnded(_ action: @escaping @Sendable (TaskRunReport) -> Void) {
    let report = state.withLock { state in
      if state.report == nil { state.whenEnded.append(action) }
      return state.report
    }
    if let report { action(report) }
  }

  /// Ends the run if no task is left.
  func endIfOver() {
    let records = state.withLock { state -> [TaskRecord]? in
      guard state.execution.isOver, !state.hasEnded else { return nil }
      state.hasEnded = true
      return state.records
    }
    guard let records else { return }
    let report = makeReport(of: records)
    // The manager first, so that whoever waited finds that it knows.
    manager.didEnd(self, with: report)
    let actions = state.withLock { state in
      state.report = report
      defer { state.whenEnded = [] }
      return state.whenEnded
    }
    for action in actions { action(report) }
  }

  // MARK: - The end of a task

  /// Notes that a task ended, and wakes whoever has something to do now.
  func finish(_ ended: EndedTask, by worker: Int) {
    let unbegun = state.withLock { end(ended, by: worker, in: &$0) }
    settle(ended.task, ended.outcome)
    settle(unbegun)
    wakeWorkers()
  }

  /// Notes how a task ended.
  ///
  /// - Precondition: The lock is held.
  /// - Returns: The tasks that end with it, without having begun.
  func end(_ ended: EndedTask, by worker: Int, in state: inout State) -> [UnbegunTask] {
    state.records[ended.task] = TaskRecord(
      start: ended.start, end: ended.end, outcome: ended.outcome,
      attempts: Int32(ended.attempts), worker: Int32(worker))
    state.suspended[ended.task] = nil
    let policy = entries[ended.task].definition.properties.failurePolicy ?? manager.failurePolicy
    let effect = state.execution.finish(ended.task, ended.outcome.inPlan(policy))
    return note(effect.ended, at: ended.end, in: &state)
  }

  private func note(_ tasks: [Int], at now: Int64, in state: inout State) -> [UnbegunTask] {
    tasks.map { task in
      let outcome: TaskOutcome =
        state.execution.states[task] == .cancelled
        ? .cancelled : .skipped(state.execution.explanation(of: task) ?? "")
      state.records[task] = TaskRecord(start: now, end: now, outcome: outcome)
      return UnbegunTask(task: task, outcome: outcome)
    }
  }

  /// Tells the manager what has become of tasks that did not begin.
  func settle(_ tasks: [UnbegunTask]) {
    for task in tasks { settle(task.task, task.outcome) }
  }

  /// Tells the manager what has become of a task.
  func settle(_ task: Int, _ outcome: TaskOutcome) {
    if case .failed(let error) = outcome { manager.report(error) }
    manager.didSettle(entries[task], outcome)
  }

  // MARK: - Cancelling

  /// Cancels a task of this run that is not over, and all that depend on it.
  ///
  /// - Returns: Whether there was anything to cancel.
  func cancel(_ entry: TaskEntry) -> Bool {
    guard let task = entries.firstIndex(where: { $0 === entry }) else { return false }
    let now = time.nanoseconds()
    let (running, cancelled) = state.withLock { state in
      let effect = state.execution.cancel(task)
      return (state.suspended[task], note(effect.ended, at: now, in: &state))
    }
    running?.cancel()
    settle(cancelled)
    wakeWorkers()
    wakeMainLane()
    endIfOver()
    return running != nil || !cancelled.isEmpty
  }
}
