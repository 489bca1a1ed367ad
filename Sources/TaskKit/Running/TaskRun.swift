import Synchronization
import TaskPlanning
import ToolkitTrace

/// One run of the tasks of an occasion, from the plan to the report.
///
/// Tasks of the main lane run one after another, in the order of the plan. The others run on
/// workers, which work side by side. Tasks that may suspend become Swift tasks.
///
/// No thread waits for a task. Each change that may make tasks ready happens under one lock and
/// returns ``RunSteps``: the tasks to start, the workers to wake, and whether the run has finished.
/// The thread that made the change takes these steps after unlocking. So the lane that finishes a
/// task also starts the tasks that became ready.
///
/// Rejected:
/// * A task group with a child for each task. A group starts its children in no promised order, so
///   that neither priorities nor the main lane could be kept, and each child allocates memory.
/// * An actor. Each task that finishes would need a hop before the next one starts.
/// * A thread that waits for the tasks. If tasks start runs and wait for them, all threads of a
///   pool can end up waiting.
///
/// - Concurrency: May be used from any thread. No lock is held while tasks run.
final class TaskRun: Sendable {
  /// The state of the main lane.
  enum MainLane: Sendable {
    /// It is not running.
    ///
    /// Code that makes a task ready for it must wake it.
    case asleep
    /// It is looking for tasks, or will soon.
    case awake
    /// One of its tasks has suspended.
    ///
    /// It continues after that task has finished.
    case suspended
    /// It has yielded, and continues when the main actor is idle.
    case yielded
  }

  struct State: Sendable {
    var execution: TaskExecution
    /// The records of finished tasks, in the order in which they were added.
    var ended: [RunRecord] = []
    /// The outcomes of tasks that did not succeed.
    var outcomes: [Int: TaskOutcome] = [:]
    var mainLane = MainLane.asleep
    /// The numbers of sleeping workers.
    var freeWorkers: [Int]
    /// The jobs of running tasks that need a worker.
    var jobs: [Int: WorkerJob] = [:]
    /// The Swift tasks that can be cancelled, by the task's index.
    ///
    /// Empty until a task suspends.
    var suspended: [StartedTask?] = []
    /// The tasks that were cancelled after a lane had taken them.
    var cancelled: Set<Int> = []
    /// The indices of the tasks, for cancelling.
    ///
    /// Empty until a task is cancelled.
    var numbers: [ObjectIdentifier: Int] = [:]
    /// The number of threads that are about to report tasks that did not start.
    var settling = 0
    var hasEnded = false
    var report: TaskRunReport?
    var whenEnded: [@Sendable (TaskRunReport) -> Void] = []
  }

  let number: Int
  let request: RunRequest
  let entries: TaskEntries
  let plan: TaskPlan
  let manager: TaskManager
  let time: ErasedClock
  let lanes: any Lanes
  /// The number of workers, read from the lanes once, because each task needs it.
  let workerCount: Int
  let isStepwise: Bool
  /// The problems of the plan.
  let problems: [TaskError]
  /// The policy for dependents of a failed task without a policy of its own.
  let failurePolicy: TaskFailurePolicy
  /// The time for which the main lane may run idle tasks before it yields, in nanoseconds.
  let slice: Int64?
  /// The span of the run in a trace, which is the cause of its tasks.
  let span = Trace.begin()
  /// A Boolean value that indicates whether a task was cancelled after a lane had taken it, which
  /// is rare.
  let hasCancelled = Atomic(false)
  /// The tasks that workers have taken and not started.
  let shares: WorkerShares
  let state: Mutex<State>

  let results: RunResults
  /// The input of the tasks, to which each task's index is added.
  let input: TaskBody.Input
  /// The mark by which code in tasks finds this run.
  let mark: RunMark

  init(
    number: Int, request: RunRequest, entries: TaskEntries, plan: TaskPlan,
    namesOfTypes: [ObjectIdentifier: String], failurePolicy: TaskFailurePolicy, slice: Duration?,
    manager: TaskManager
  ) {
    self.number = number
    self.request = request
    self.entries = entries
    self.plan = plan
    problems = plan.problems.map(TaskError.init)
    self.failurePolicy = failurePolicy
    self.slice = slice?.nanoseconds
    self.manager = manager
    time = manager.time
    lanes = manager.lanes
    workerCount = manager.lanes.workerCount
    isStepwise = manager.lanes.isStepwise
    shares = WorkerShares(
      of: workerCount, for: isStepwise ? 0 : plan.order.count)
    state = Mutex(
      State(
        execution: TaskExecution(plan, needsNoWorker: entries.needsNoWorker),
        freeWorkers: (1...workerCount).reversed()))
    state.withLock { $0.ended.reserveCapacity(entries.count) }
    results = RunResults(in: plan, namesOfTypes: namesOfTypes)
    input = TaskBody.Input(
      context: TaskContext(request.context, results: results, manager: manager),
      notification: request.notification)
    mark = RunMark(
      number: number, occasion: request.occasion, depth: request.depth, trail: request.trail,
      states: request.states ?? manager.ownStates, manager: manager)
  }

  var occasion: Occasion { request.occasion }

  /// The reason why the run must not start, if its plan is rejected.
  var refusal: TaskError? { plan.isRefused ? plan.errors.first.map(TaskError.init) : nil }

  // MARK: - Starting and finishing

  /// Starts the run.
  ///
  /// If it is called on the main actor, the tasks that can run there immediately have run when it
  /// returns.
  ///
  /// - Returns: The runs to start now, if this run has already finished.
  func begin() -> [TaskRun] {
    if manager.watchers.areThere {
      for task in plan.order { tellWatchers(of: entries[task], .scheduled) }
    }
    return carryOut(state.withLock { $0.nextSteps() })
  }

  /// Wakes the lanes that have tasks, and finishes the run if no task remains.
  ///
  /// - Returns: The runs to start now. The caller starts them, so that the stack does not grow with
  ///   the number of waiting runs.
  func carryOut(_ steps: RunSteps) -> [TaskRun] {
    startAndWakeWorkers(steps)
    var next: [TaskRun] = []
    if steps.wakesMain {
      if lanes.isOnMain {
        next += runMainLane()
      } else {
        lanes.onMain { self.manager.begin(self.runMainLane()) }
      }
    }
    if steps.ends { next += conclude() }
    if !steps.unbegun.isEmpty { next += carryOut(settle(steps)) }
    return next
  }

  /// Starts the tasks that need no worker, and wakes workers for the others.
  func startAndWakeWorkers(_ steps: RunSteps) {
    if !steps.started.isEmpty { start(steps.started) }
    for worker in steps.newWorkers {
      lanes.onWorker { self.manager.begin(self.work(as: worker)) }
    }
  }

  /// Calls `action` with the report when the run has finished, or immediately if it has already.
  func whenEnded(_ action: @escaping @Sendable (TaskRunReport) -> Void) {
    let report = state.withLock { state in
      if state.report == nil { state.whenEnded.append(action) }
      return state.report
    }
    if let report { action(report) }
  }

  private func conclude() -> [TaskRun] {
    Trace.end(
      span, occasion.description, kind: .task, module: request.location.module,
      cause: request.cause)
    let (ended, outcomes) = state.withLock { ($0.ended, $0.outcomes) }
    let report = TaskRunReport(of: self, ended: ended, outcomes: outcomes)
    // The manager first, so that resumed callers find it up to date.
    let next = manager.didEnd(self, with: report)
    let actions = state.withLock { state in
      state.report = report
      defer { state.whenEnded = [] }
      return state.whenEnded
    }
    for action in actions { action(report) }
    return next
  }
}

extension TaskRun.State {
  /// Returns the next steps, for the caller to take after unlocking.
  ///
  /// - Parameters:
  ///   - unbegun: The tasks that finished without having started. Their thread is counted, so that
  ///     the run does not finish before they are settled.
  ///   - mayEnd: Whether the run may finish here. Code that runs on a lane first leaves the lane.
  /// - Returns: The steps.
  mutating func nextSteps(
    after unbegun: [(task: Int, outcome: TaskOutcome)] = [], mayEnd: Bool = true
  ) -> RunSteps {
    var steps = RunSteps()
    if !unbegun.isEmpty {
      settling += 1
      steps.unbegun = unbegun
    }
    steps.mayEnd = mayEnd
    // These tasks need no worker. The code that made them ready starts them.
    if execution.readyAtOnce.count > 0 { steps.started = execution.takeAllAtOnce() }
    // Not a method of the state, because a call would copy the whole value.
    let wanted = min(execution.readyWorkers.count, freeWorkers.count)
    if wanted > 0 {
      steps.newWorkers = Array(freeWorkers.suffix(wanted).reversed())
      freeWorkers.removeLast(wanted)
    }
    if mainLane == .asleep, execution.readyMain.count > 0 {
      mainLane = .awake
      steps.wakesMain = true
    }
    if mayEnd, execution.unfinishedCount == 0, settling == 0, !hasEnded {
      hasEnded = true
      steps.ends = true
    }
    return steps
  }
}
