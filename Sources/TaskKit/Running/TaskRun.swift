import Synchronization
import TaskPlanning
import ToolkitTrace

/// One run of the tasks of an occasion, from the plan to the report.
///
/// Tasks of the main lane run one after another, in the order of the plan; the
/// others run on workers, as many at once as there are. No thread waits for a
/// task: the lane that ends one starts what has become ready.
///
/// - Concurrency: May be used from any thread. No lock is held while tasks run.
final class TaskRun: Sendable {
  /// The state of the main lane.
  enum MainLane: Sendable {
    /// It does nothing: code that makes a task ready for it must wake it.
    case asleep
    /// It looks for tasks, or will soon.
    case awake
    /// A task of it has suspended; it goes on when that is over.
    case suspended
    /// It goes on when the main actor is idle again.
    case yielded
  }

  struct State: Sendable {
    var execution: TaskExecution
    /// The tasks that are over, in the order in which that was noted.
    var ended: [RunRecord] = []
    /// The outcomes of tasks that did not succeed.
    var outcomes: [Int: TaskOutcome] = [:]
    var mainLane = MainLane.asleep
    /// The workers that sleep, by number.
    var freeWorkers: [Int]
    /// The jobs of running tasks that need a worker.
    var jobs: [Int: WorkerJob] = [:]
    /// The Swift tasks that can be cancelled, by task; empty until a task suspends.
    var suspended: [StartedTask?] = []
    /// The tasks that were to be cancelled when they had begun.
    var cancelled: Set<Int> = []
    /// The numbers of the tasks, for what is cancelled; empty until something is.
    var numbers: [ObjectIdentifier: Int] = [:]
    /// The number of threads that are about to report tasks that did not begin.
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
  /// The number of workers, read once from the lanes: it is needed for each task.
  let workerCount: Int
  let isStepwise: Bool
  /// The problems of the plan.
  let problems: [TaskError]
  /// The policy for dependents of a failed task that has none of its own.
  let failurePolicy: TaskFailurePolicy
  /// The time for which the main lane may work before it yields, in nanoseconds, for tasks
  /// that run when nothing else does.
  let slice: Int64?
  /// The span of the run in a trace: the cause of its tasks.
  let span = Trace.begin()
  /// A Boolean value that indicates whether tasks are to be cancelled when they have begun,
  /// seldom any.
  let hasCancelled = Atomic(false)
  /// The queues of the workers, of tasks taken and not begun.
  let shares: WorkerShares
  let state: Mutex<State>

  let results: RunResults
  /// The argument of the tasks; each gets it with its own name.
  let input: TaskBody.Input
  /// The mark by which code in tasks that do not suspend finds this run.
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

  /// Why it must not begin, if its plan is refused.
  var refusal: TaskError? { plan.isRefused ? plan.errors.first.map(TaskError.init) : nil }

  // MARK: - Beginning and ending

  /// Begins the run; on the main actor, what can run there has run when this
  /// returns.
  ///
  /// - Returns: What is to begin now, if the run has ended already.
  func begin() -> [TaskRun] {
    if manager.watchers.areThere {
      for task in plan.order { tellWatchers(of: entries[task], .scheduled) }
    }
    return carryOut(state.withLock { $0.nextSteps() })
  }

  /// Wakes the lanes that have tasks, and ends the run if none has.
  ///
  /// - Returns: What is to begin now, for the caller to do, so that the stack does
  ///   not grow with what waits.
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

  /// Starts what needs no worker, and wakes workers for the rest.
  func startAndWakeWorkers(_ steps: RunSteps) {
    if !steps.started.isEmpty { start(steps.started) }
    for worker in steps.newWorkers {
      lanes.onWorker { self.manager.begin(self.work(as: worker)) }
    }
  }

  /// Has something done with the report, at once if there is one.
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
    // The manager first, so that callers that waited find it up to date.
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
  ///   - unbegun: The tasks that ended without having begun: their thread is counted, so that
  ///     the run does not end before they are settled.
  ///   - mayEnd: Whether the run may end here; code that runs on a lane leaves it first.
  /// - Returns: What the caller is to do.
  mutating func nextSteps(
    after unbegun: [(task: Int, outcome: TaskOutcome)] = [], mayEnd: Bool = true
  ) -> RunSteps {
    var steps = RunSteps()
    if !unbegun.isEmpty {
      settling += 1
      steps.unbegun = unbegun
    }
    steps.mayEnd = mayEnd
    // Taken out by the code that made them ready: they wait for no worker.
    if execution.readyAtOnce.count > 0 { steps.started = execution.takeAllAtOnce() }
    // Not by a method of all of it, for which the whole would be copied each time.
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
