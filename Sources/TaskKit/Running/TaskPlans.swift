import Synchronization
import TaskPlanning

/// A plan of the tasks of an occasion that can be used again.
struct PreparedPlan: Sendable {
  let entries: TaskEntries
  let plan: TaskPlan
  /// The version of the catalog that it was made from.
  fileprivate let version: Int
  /// The tasks of other occasions that its tasks depend on, with their states at that time.
  fileprivate let elsewhere: [(entry: TaskEntry, state: KnownTask.State)]
}

/// The plans of a manager's occasions.
///
/// A plan depends on the catalog and on the states of the tasks of other occasions. Whether a plan
/// is still valid is checked when it is used: the catalog must have the same version, and the tasks
/// of other occasions must have the same states. So a task that finishes need not know which plans
/// depend on it.
///
/// It is a value, which the manager keeps behind the lock of its state.
struct TaskPlans: Sendable {
  private var plans: [Occasion: PreparedPlan] = [:]

  /// Removes all plans, so that each is made again when it is needed.
  ///
  /// - Returns: The plans, for the caller to release after unlocking.
  mutating func removeAll() -> [Occasion: PreparedPlan] {
    defer { plans = [:] }
    return plans
  }

  /// Returns the plan of an occasion, and makes it again if a dependency of the plan has changed.
  ///
  /// - Parameters:
  ///   - occasion: The occasion to plan for.
  ///   - catalog: All tasks.
  ///   - policy: The policy for tasks whose dependencies do not exist or form a cycle.
  ///   - happened: The events whose runs have finished.
  ///   - earlier: The events that count as finished, even if they have not happened yet.
  /// - Returns: The plan, and the replaced one, for the caller to release after unlocking.
  mutating func plan(
    for occasion: Occasion, in catalog: TaskCatalog, _ policy: ProblemPolicy,
    happened: TaskEvent, after earlier: TaskEvent
  ) -> (PreparedPlan, replaced: PreparedPlan?) {
    func state(of entry: TaskEntry) -> KnownTask.State {
      entry.stateElsewhere(happened: happened, after: earlier)
    }
    if let known = plans[occasion], known.version == catalog.version,
      known.elsewhere.allSatisfy({ $0.state == state(of: $0.entry) })
    {
      return (known, nil)
    }
    let entries = catalog.entries(for: occasion).filter { entry in
      // A schedule has decided about pauses already.
      occasion.isSchedule || !entry.isPaused.load(ordering: .relaxed)
    }
    let (needed, removed, others) = catalog.tasksElsewhere(than: entries)
    let elsewhere = needed.map { (entry: $0, state: state(of: $0)) }
    let plan = TaskPlan.make(
      tasks: entries.map { catalog.planned($0) },
      elsewhere: removed + elsewhere.map { $0.entry.known(as: $0.state) }
        + others.map { $0.known(as: .notYet) },
      policy: policy)
    let prepared = PreparedPlan(
      entries: TaskEntries(entries), plan: plan, version: catalog.version, elsewhere: elsewhere)
    // The plan of a single task is cheap to make again, and such tasks come and go.
    guard !occasion.isForOneTask else { return (prepared, nil) }
    return (prepared, plans.updateValue(prepared, forKey: occasion))
  }
}

extension TaskCatalog {
  /// Returns the tasks of other runs that these depend on.
  ///
  /// If a dependency does not exist, it also returns all other tasks, because one of them may have
  /// been meant.
  fileprivate func tasksElsewhere(
    than entries: [TaskEntry]
  ) -> (needed: [TaskEntry], removed: [KnownTask], others: [TaskEntry]) {
    let ofRun = Set(entries.map(\.name))
    var found: Set<String> = []
    var needed: [TaskEntry] = []
    var removed: [KnownTask] = []
    for reference in entries.lazy.flatMap({ $0.definition.requires + $0.definition.follows }) {
      let name = name(of: reference)
      guard !ofRun.contains(name), found.insert(name).inserted else { continue }
      if let entry = self[name] {
        needed.append(entry)
      } else if let task = removedTask(name) {
        removed.append(task)
      }
    }
    guard found.count > needed.count + removed.count else { return (needed, removed, []) }
    let others = self.entries.filter { !ofRun.contains($0.name) && !found.contains($0.name) }
    return (needed, removed, others)
  }

  /// Returns a task in the planner's terms.
  func planned(_ entry: TaskEntry) -> PlannedTask {
    let definition = entry.definition
    return PlannedTask(
      name: definition.name, priority: definition.priority.rawValue,
      requires: definition.requires.map(name), follows: definition.follows.map(name),
      lane: entry.isForMain ? .main : .workers, location: entry.location)
  }
}

extension TaskEntry {
  /// Returns the state of a task that is not part of a run.
  fileprivate func stateElsewhere(
    happened: TaskEvent, after earlier: TaskEvent
  ) -> KnownTask.State {
    // A paused task counts as having run, so that no task waits for it.
    if isPaused.load(ordering: .relaxed) { return .hasRun }
    if let outcome = latestOutcome { return outcome.isSuccess ? .hasRun : .never }
    if definition.trigger.missed(of: happened) != nil { return .never }
    return definition.trigger.includes(any: earlier.subtracting(happened)) ? .hasRun : .notYet
  }

  fileprivate func known(as state: KnownTask.State) -> KnownTask {
    KnownTask(name: name, state: state, location: location)
  }
}
