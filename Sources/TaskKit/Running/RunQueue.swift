import Synchronization
import TaskPlanning

/// The runs of a manager: those in progress, the requests that wait for them, and the events that
/// have happened.
///
/// Runs for the same occasion follow one another. A task that waits for a run of its own occasion
/// would therefore wait forever, and so would tasks that wait for each other's occasions. The queue
/// knows which task waits for which dispatch, and rejects a wait that would close such a cycle.
///
/// Rejected:
/// * Several runs of one occasion at once. A task could run twice at the same time, and two reports
///   of one event would disagree about the tasks that ran.
/// * A lock of its own. An event between the two locks could start a run with the tasks of one
///   point in time and the plan of another.
///
/// The queue is a value, which the manager keeps behind the lock of its state. That lock also
/// guards the catalog and the plans, because a run starts with the tasks and the plan of one point
/// in time.
struct RunQueue: Sendable {
  /// The decision about a request.
  enum Admission: Sendable {
    /// The event happens only once, and has happened.
    case rejected
    /// The request waits for a run in progress.
    case waits
    /// The request joins this run of idle tasks, which resumes.
    case resumes(TaskRun)
    /// A new run starts.
    case begins
  }

  /// The runs in progress, by occasion.
  private var running: [Occasion: TaskRun] = [:]
  /// The requests that wait for runs in progress, by occasion.
  private var waiting: [Occasion: ArraySlice<RunRequest>] = [:]
  /// The events that have started, and those whose runs have finished.
  private(set) var begun: TaskEvent = []
  private(set) var happened: TaskEvent = []
  private(set) var history = RunHistory()
  private var lastNumber = 0
  /// The dispatches that tasks of runs wait for.
  ///
  /// They reveal a task that would wait for itself.
  private var waits: [(run: Int, occasion: Occasion, dispatch: DispatchState)] = []

  // MARK: - Starting and finishing

  /// Decides about a request, and keeps it if it has to wait.
  mutating func admit(_ request: RunRequest) -> Admission {
    let occasion = request.occasion
    if occasion.comesOnce, !request.isSimulated, begun.contains(occasion.event) {
      return .rejected
    }
    begun.formUnion(occasion.event)
    if occasion == .event(.idle), let run = running[occasion] { return .resumes(run) }
    guard running[occasion] == nil, !mustWait(occasion) else {
      waiting[occasion, default: []].append(request)
      return .waits
    }
    return .begins
  }

  /// Returns the number of the next run.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Records that a run is in progress.
  mutating func begin(_ run: TaskRun) { running[run.occasion] = run }

  /// Records that an event without tasks has started.
  mutating func begin(_ event: TaskEvent) { begun.formUnion(event) }

  /// Records that a run has finished.
  ///
  /// - Returns: The dropped reports, for the caller to release after unlocking.
  mutating func end(_ run: TaskRun, with report: TaskRunReport?) -> [TaskRunReport] {
    if running[run.occasion] === run { running[run.occasion] = nil }
    if let report {
      happened.formUnion(run.occasion.event)
      return history.append(report)
    }
    // The plan was rejected. The event may happen after the problem is fixed.
    if run.occasion.comesOnce { begun.subtract(run.occasion.event) }
    return []
  }

  /// Removes and returns the requests whose runs can start now.
  mutating func takeWaiting() -> [RunRequest] {
    guard !waiting.isEmpty else { return [] }
    var requests: [RunRequest] = []
    for occasion in waiting.keys.sorted(by: { $0.description < $1.description }) {
      guard running[occasion] == nil, !mustWait(occasion), var queue = waiting[occasion],
        let first = queue.popFirst()
      else { continue }
      requests.append(first)
      waiting[occasion] = queue.isEmpty ? nil : queue
    }
    return requests
  }

  /// Returns whether an event has to wait for an earlier phase of the launch.
  private func mustWait(_ occasion: Occasion) -> Bool {
    occasion == .event(.didFinishLaunching)
      && (running[.event(.willFinishLaunching)] != nil
        || waiting[.event(.willFinishLaunching)] != nil)
  }

  // MARK: - Queries

  /// A Boolean value that indicates whether no run is in progress and no request waits.
  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

  /// The runs in progress.
  var runs: [TaskRun] { Array(running.values) }

  /// Returns the run in progress for an occasion.
  subscript(occasion: Occasion) -> TaskRun? { running[occasion] }

  /// A run in progress, other than one of idle tasks.
  var foregroundRun: TaskRun? { foregroundRuns.first }

  /// All runs in progress other than one of idle tasks.
  var foregroundRuns: [TaskRun] {
    running.lazy.filter { $0.key != .event(.idle) }.map(\.value)
  }

  /// The run of idle tasks, if no other is in progress.
  var loneIdleRun: TaskRun? { running.count == 1 ? running[.event(.idle)] : nil }

  /// Returns whether other runs than this one are in progress.
  func isBusy(besides run: TaskRun) -> Bool {
    running.count > 1 || running.values.contains { $0 !== run }
  }

  // MARK: - Tasks that wait for runs

  /// Records that a task waits for a dispatch, unless its own run has to finish first.
  ///
  /// - Returns: Whether the task may wait.
  mutating func wait(_ mark: RunMark, for dispatch: DispatchState) -> Bool {
    guard !wouldWaitForItself(mark, for: dispatch.openOccasions) else { return false }
    waits.append((mark.number, mark.occasion, dispatch))
    return true
  }

  /// Removes the record of a task that waited for a dispatch.
  mutating func endWait(_ mark: RunMark, for dispatch: DispatchState) {
    // The caller retains the dispatch, so this releases nothing under the lock.
    let index = waits.firstIndex { $0.run == mark.number && $0.dispatch === dispatch }
    if let index { waits.remove(at: index) }
  }

  /// Returns whether the run of a mark has to finish before the runs for these occasions.
  ///
  /// Runs for the same occasion follow one another, so it is enough to compare occasions.
  func wouldWaitForItself(_ mark: RunMark, for occasions: [Occasion]) -> Bool {
    // A task whose run has finished delays no run, even if code that it started still runs.
    guard running[mark.occasion]?.number == mark.number else { return false }
    var met = Set(occasions)
    var open = occasions
    while let occasion = open.popLast() {
      if occasion == mark.occasion { return true }
      var next = waits.filter { wait in
        wait.occasion == occasion && running[occasion]?.number == wait.run
      }.flatMap(\.dispatch.openOccasions)
      if mustWait(occasion) { next.append(.event(.willFinishLaunching)) }
      for other in next where met.insert(other).inserted { open.append(other) }
    }
    return false
  }
}

extension TaskManager {
  /// Starts a run, or keeps the request until the current run has finished.
  func submit(_ request: RunRequest) {
    guard request.depth <= RunMark.maximumDepth else {
      return request.end(
        nil, .triggerCycle(request.occasion, depth: request.depth, at: request.location))
    }
    let (admission, run) = withState { state -> (RunQueue.Admission, TaskRun?) in
      let admission = state.queue.admit(request)
      guard case .begins = admission else { return (admission, nil) }
      return (admission, state.makeRun(for: request, of: self))
    }
    switch admission {
    case .waits: break
    case .rejected: request.end(nil, .isOver(request.occasion.event, at: request.location))
    case .resumes(let run):
      run.whenEnded { request.end($0, nil) }
      begin(run.resumeMainLane())
    case .begins: begin(run.map { [$0] } ?? [])
    }
  }

  /// Starts runs, and then the runs that waited for them.
  ///
  /// It is a loop: a run that finishes does not start the next one itself, because the stack would
  /// grow with the number of waiting runs.
  func begin(_ runs: [TaskRun]) {
    var runs = runs
    var index = 0
    while index < runs.count {
      let next = begin(runs[index])
      index += 1
      if index == runs.count {
        runs = next
        index = 0
      } else {
        runs += next
      }
    }
  }

  private func begin(_ run: TaskRun) -> [TaskRun] {
    let request = run.request
    reportOnce(run.problems)
    if let refusal = run.refusal {
      let next = didEnd(run, with: nil)
      request.end(nil, refusal)
      return next
    }
    run.whenEnded { request.end($0, nil) }
    if !run.entries.isEmpty { request.begin?() }
    return run.begin()
  }

  /// Records a finished run, and resumes idle tasks if only they remain.
  ///
  /// - Returns: The runs that waited for it, which the caller starts.
  func didEnd(_ run: TaskRun, with report: TaskRunReport?) -> [TaskRun] {
    let (next, idle) = withLock { state -> ([TaskRun], TaskRun?) in
      state.leaving.append(state.queue.end(run, with: report))
      let next = state.queue.takeWaiting().map { state.makeRun(for: $0, of: self) }
      return (next, state.queue.loneIdleRun)
    }
    if run.occasion == .event(.didFinishLaunching), report != nil {
      scheduler.begin()
      sources.listenToLibraries(for: self)
    }
    // The only other run has finished. A run that has yielded may resume.
    guard !world.listensToProcess, let idle, idle.hasYielded else { return next }
    return next + idle.resumeMainLane()
  }
}

extension TaskManager.State {
  /// Creates the run of a request, and records that it is in progress.
  fileprivate mutating func makeRun(for request: RunRequest, of manager: TaskManager) -> TaskRun {
    let prepared = plan(for: request.occasion)
    let run = TaskRun(
      number: queue.nextNumber(), request: request, entries: prepared.entries,
      plan: prepared.plan, namesOfTypes: catalog.namesOfTypes, failurePolicy: failurePolicy,
      slice: request.occasion == .event(.idle) ? TaskManager.idleSlice : nil, manager: manager)
    queue.begin(run)
    return run
  }
}
