import Synchronization
import TaskPlanning

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
  var weights: TaskWeights
  /// A Boolean value that indicates whether the tasks are known to take longer or less
  /// than they were weighed with.
  var isToBeWeighed = false
  let problems: [TaskError]
}

extension TaskManager {
  /// Notes that the tasks of an occasion take longer or less than their plan was weighed
  /// with.
  func weighAgain(_ occasion: Occasion) {
    state.withLock { $0.plans[occasion]?.isToBeWeighed = true }
  }
}

extension TaskManager.State {
  /// Makes a run of what a request is for, and notes that it goes on.
  mutating func prepare(_ request: RunRequest, for manager: TaskManager) -> PreparedRun {
    let prepared = plan(for: request.occasion)
    lastNumber += 1
    let run = TaskRun(
      number: lastNumber, request: request, entries: prepared.entries, plan: prepared.plan,
      weights: prepared.weights, namesOfTypes: catalog.namesOfTypes, problems: prepared.problems,
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
      return known.isToBeWeighed ? weighed(known, for: occasion) : known
    }
    let entries = catalog.entries(for: occasion).filter { entry in
      // For the clock, pauses have been looked at.
      occasion.isSchedule || !entry.isPaused.load(ordering: .relaxed)
    }
    var elsewhere: [PreparedPlan.Elsewhere] = []
    func tasksOfOthers() -> [KnownTask] {
      let others: [PreparedPlan.Elsewhere]
      (elsewhere, others) = tasksElsewhere(than: entries, after: earlier)
      return (elsewhere + others).map { other in
        KnownTask(name: other.entry.name, state: other.state, location: other.entry.location)
      }
    }
    let plan = TaskPlan.make(
      tasks: entries.map { planned($0) }, elsewhere: tasksOfOthers(),
      policy: problemPolicy.inPlan)
    let prepared = PreparedPlan(
      version: catalog.version, entries: TaskEntries(entries), elsewhere: elsewhere, plan: plan,
      weights: TaskWeights(plan, durations: durations(of: entries)),
      problems: plan.problems.map(TaskError.init))
    // Of a single task it costs nothing to make again, and such tasks come and go.
    guard !occasion.isForOneTask else { return prepared }
    if let replaced = plans.updateValue(prepared, forKey: occasion) { leaving.append(replaced) }
    return prepared
  }

  /// A plan weighed with what is known now of how long its tasks take.
  private mutating func weighed(
    _ known: PreparedPlan, for occasion: Occasion
  ) -> PreparedPlan {
    var weighed = known
    weighed.weights = TaskWeights(known.plan, durations: durations(of: known.entries))
    weighed.isToBeWeighed = false
    plans[occasion] = weighed
    return weighed
  }

  /// The tasks of other runs that these depend on and, if a dependency does not exist, all
  /// others: one of them may have been meant.
  private func tasksElsewhere(
    than entries: [TaskEntry], after earlier: TaskEvent
  ) -> (needed: [PreparedPlan.Elsewhere], others: [PreparedPlan.Elsewhere]) {
    let ofRun = Set(entries.map(\.name))
    var found: Set<String> = []
    var elsewhere: [PreparedPlan.Elsewhere] = []
    for reference in entries.lazy.flatMap({ $0.definition.requires + $0.definition.follows }) {
      let name = catalog.name(of: reference)
      guard !ofRun.contains(name), found.insert(name).inserted, let entry = catalog[name]
      else { continue }
      elsewhere.append(
        PreparedPlan.Elsewhere(entry: entry, state: state(of: entry, after: earlier)))
    }
    guard found.count > elsewhere.count else { return (elsewhere, []) }
    let others = catalog.entries.filter { !ofRun.contains($0.name) && !found.contains($0.name) }
    return (elsewhere, others.map { PreparedPlan.Elsewhere(entry: $0, state: .notYet) })
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

  /// Returns the usual durations of some tasks, or `nil` if none is known.
  private func durations(of entries: some Collection<TaskEntry>) -> [Int]? {
    guard entries.contains(where: { $0.knownDuration != nil }) else { return nil }
    return entries.map { Int($0.knownDuration ?? 1) }
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
