import Foundation
import Synchronization
import TaskPlanning
import ToolkitTrace

/// A run that is ready to begin, unless its plan is refused.
struct PreparedRun: Sendable {
  let run: TaskRun
  let request: RunRequest
  /// Why it must not begin.
  let refusal: TaskError?
}

/// The tasks of an occasion and their plan, to be used again.
struct PreparedPlan: Sendable {
  /// A task of another occasion that one of these depends on, and what had become of
  /// it.
  struct Elsewhere: Sendable {
    let entry: TaskEntry
    let state: KnownTask.State
  }

  /// The version of the catalog that it was made from.
  let version: Int
  let entries: TaskEntries
  let elsewhere: [Elsewhere]
  let plan: TaskPlan
  let problems: [TaskError]
}

extension TaskManager.State {
  /// Makes a run of what a request is for, and notes that it goes on.
  mutating func prepare(_ request: RunRequest, for manager: TaskManager) -> PreparedRun {
    let prepared = plan(for: request.occasion)
    lastNumber += 1
    let run = TaskRun(
      number: lastNumber, request: request, entries: prepared.entries, plan: prepared.plan,
      namesOfTypes: catalog.namesOfTypes, problems: prepared.problems,
      failurePolicy: failurePolicy,
      slice: request.occasion == .event(.idle) ? TaskManager.idleSlice : nil, manager: manager)
    running[request.occasion] = run
    let refusal =
      prepared.plan.isRefused ? prepared.plan.errors.first.map(TaskError.init) : nil
    return PreparedRun(run: run, request: request, refusal: refusal)
  }

  /// The plan of an occasion, made anew if anything has changed that it depends on.
  ///
  /// - Parameters:
  ///   - occasion: What it is for.
  ///   - earlier: The events that count as over, even if they are still to come.
  /// - Returns: The plan.
  mutating func plan(
    for occasion: Occasion, after earlier: TaskEvent = []
  ) -> PreparedPlan {
    if let known = plans[occasion], known.version == catalog.version,
      known.elsewhere.allSatisfy({ $0.state == state(of: $0.entry, after: earlier) })
    {
      return known
    }
    let entries = catalog.entries(for: occasion).filter { entry in
      // For the clock, pauses have been looked at.
      occasion.isSchedule || !entry.isPaused.load(ordering: .relaxed)
    }
    var elsewhere: [PreparedPlan.Elsewhere] = []
    func tasksOfOthers() -> [KnownTask] {
      let others: [PreparedPlan.Elsewhere]
      let removed: [KnownTask]
      (elsewhere, removed, others) = tasksElsewhere(than: entries, after: earlier)
      return removed
        + (elsewhere + others).map { other in
          KnownTask(name: other.entry.name, state: other.state, location: other.entry.location)
        }
    }
    let plan = TaskPlan.make(
      tasks: entries.map { planned($0) }, elsewhere: tasksOfOthers(),
      policy: problemPolicy.inPlan)
    let prepared = PreparedPlan(
      version: catalog.version, entries: TaskEntries(entries), elsewhere: elsewhere, plan: plan,
      problems: plan.problems.map(TaskError.init))
    // Of a single task it costs nothing to make again, and such tasks come and go.
    guard !occasion.isForOneTask else { return prepared }
    if let replaced = plans.updateValue(prepared, forKey: occasion) { leaving.append(replaced) }
    return prepared
  }

  /// Returns the tasks of other runs that these depend on, and all others if a dependency does not
  /// exist: one of them may have been meant.
  private func tasksElsewhere(
    than entries: [TaskEntry], after earlier: TaskEvent
  ) -> (
    needed: [PreparedPlan.Elsewhere], removed: [KnownTask], others: [PreparedPlan.Elsewhere]
  ) {
    let ofRun = Set(entries.map(\.name))
    var found: Set<String> = []
    var elsewhere: [PreparedPlan.Elsewhere] = []
    var removed: [KnownTask] = []
    for reference in entries.lazy.flatMap({ $0.definition.requires + $0.definition.follows }) {
      let name = catalog.name(of: reference)
      guard !ofRun.contains(name), found.insert(name).inserted else { continue }
      guard let entry = catalog[name] else {
        if let task = catalog.removedTask(name) { removed.append(task) }
        continue
      }
      elsewhere.append(
        PreparedPlan.Elsewhere(entry: entry, state: state(of: entry, after: earlier)))
    }
    guard found.count > elsewhere.count + removed.count else { return (elsewhere, removed, []) }
    let others = catalog.entries.filter { !ofRun.contains($0.name) && !found.contains($0.name) }
    return (elsewhere, removed, others.map { PreparedPlan.Elsewhere(entry: $0, state: .notYet) })
  }

  /// Returns a task as the planner sees it.
  func planned(_ entry: TaskEntry) -> PlannedTask {
    let definition = entry.definition
    return PlannedTask(
      name: definition.name, priority: definition.priority.rawValue,
      requires: definition.requires.map(catalog.name),
      follows: definition.follows.map(catalog.name),
      lane: entry.isForMain ? .main : .workers, location: entry.location)
  }

  /// Returns the state of a task that is not part of a run.
  private func state(of entry: TaskEntry, after earlier: TaskEvent) -> KnownTask.State {
    // One that is paused counts as if it did not exist, and no task waits for it.
    if entry.isPaused.load(ordering: .relaxed) { return .hasRun }
    if let outcome = entry.latestOutcome { return outcome.isSuccess ? .hasRun : .never }
    if entry.definition.trigger.missed(of: happened) != nil { return .never }
    return entry.definition.trigger.includes(any: earlier.subtracting(happened)) ? .hasRun : .notYet
  }

  /// Releases removed tasks, and the plans that keep them, after unlocking.
  mutating func forget(_ entries: [TaskEntry]) {
    guard !entries.isEmpty else { return }
    leaving.append(entries)
    dropPlans()
  }

  /// Makes all plans again when they are needed.
  mutating func dropPlans() {
    guard !plans.isEmpty else { return }
    leaving.append(plans)
    plans = [:]
  }
}

extension TaskProblemPolicy {
  fileprivate var inPlan: ProblemPolicy {
    switch self {
    case .throw: .fail
    case .skip: .skip
    case .priorityOrder: .priorityOrder
    }
  }
}

extension TaskError {
  /// Something is wrong with a plan.
  init(_ problem: TaskProblem) {
    self.init(
      .badPlan, problem.message, tasks: problem.tasks.map(\.name),
      at: problem.tasks.first?.location)
  }
}

/// An occurrence of a trigger, for which tasks are to run.
///
/// `@unchecked Sendable`: everything but the notification is `Sendable`, and a notification is
/// posted to observers on other queues by the same rule: its poster must not change what it
/// carries.
struct RunRequest: @unchecked Sendable {
  let occasion: Occasion
  /// The context that the tasks get.
  let context: TaskContext
  var notification: Notification? = nil
  /// The source location of the trigger.
  let location: CodeLocation
  /// A Boolean value that indicates whether an event that comes once may come again, for tests.
  var isSimulated = false
  /// The number of runs that have caused one another; see ``RunMark/depth``.
  var depth = RunMark.nextDepth
  /// The operation that caused the run, for traces.
  var cause = Trace.currentCause
  /// The hops that led to the run.
  var trail = HopTrail.current
  /// The fresh states of its tasks, in place of the state of the process.
  var states = FreshStates.current
  /// Called when the run begins; not if there is nothing to run.
  var begin: (@Sendable () -> Void)? = nil
  /// Called when the run has ended, or with the reason why there is none.
  let end: @Sendable (TaskRunReport?, TaskError?) -> Void
}

/// The cause of a run: a single event, or a notification.
///
/// Runs for one occasion come one after the other.
enum Occasion: Sendable, Hashable, CustomStringConvertible {
  case event(TaskEvent)
  case notification(Notification.Name)
  /// A moment at which a task is due. Its runs may be on several lanes, side by side, and
  /// a later task of its name has nothing to do with them.
  case schedule(task: String, entry: ObjectIdentifier, lane: Int)
  /// One task is run on demand.
  case demand(task: String, entry: ObjectIdentifier)
  /// The end of the process, when tasks give back what they have.
  case end

  var event: TaskEvent {
    if case .event(let event) = self { event } else { .none }
  }

  /// A Boolean value that indicates whether it is the clock that runs a task.
  var isSchedule: Bool {
    if case .schedule = self { true } else { false }
  }

  /// A Boolean value that indicates whether it is for one task, rather than for all
  /// that wait for the same.
  var isForOneTask: Bool {
    switch self {
    case .schedule, .demand: true
    case .event, .notification, .end: false
    }
  }

  /// A Boolean value that indicates whether it comes once in a process.
  var comesOnce: Bool {
    self == .event(.willFinishLaunching) || self == .event(.didFinishLaunching)
  }

  var description: String {
    switch self {
    case .event(let event): event.description
    case .notification(let name): name.rawValue
    case .schedule(let task, _, let lane):
      "schedule of \(task)\(lane > 0 ? " (\(lane + 1))" : "")"
    case .demand(let task, _): "demand of \(task)"
    case .end: "end of the process"
    }
  }
}
