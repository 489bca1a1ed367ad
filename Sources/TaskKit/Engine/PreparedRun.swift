import Synchronization
import TaskPlanning

/// A run that is ready to begin, unless its plan is refused.
struct PreparedRun: Sendable {
  let run: TaskRun
  /// Why it must not begin.
  let refusal: TaskError?
}

/// The tasks of an occasion and their plan, to be used again.
struct PreparedPlan: Sendable {
  /// The version of the catalog that it was made from.
  let version: Int
  let entries: [TaskEntry]
  let plan: TaskPlan
  let weights: TaskWeights
}

extension TaskManager.State {
  /// Makes a run of what a request is for, and notes that it goes on.
  mutating func prepare(_ request: TaskRequest, for manager: TaskManager) -> PreparedRun {
    let prepared = plan(for: request.occasion)
    lastNumber += 1
    let run = TaskRun(
      number: lastNumber, occasion: request.occasion, entries: prepared.entries,
      plan: prepared.plan, execution: TaskExecution(prepared.plan, weights: prepared.weights),
      input: request.input, problems: prepared.plan.problems.map(TaskError.init),
      slice: request.occasion == .event(.idle) ? .milliseconds(8) : nil, manager: manager)
    running[request.occasion] = run
    let refusal = prepared.plan.isRefused ? run.problems.first : nil
    return PreparedRun(run: run, refusal: refusal)
  }

  /// The plan of an occasion, made anew if anything has changed that it depends on.
  mutating func plan(for occasion: TaskOccasion) -> PreparedPlan {
    if let known = plans[occasion], known.version == catalog.version,
      !known.entries.contains(where: { $0.isPaused.load(ordering: .relaxed) })
    {
      return known
    }
    let entries = catalog.entries(for: occasion).filter { !$0.isPaused.load(ordering: .relaxed) }
    let isOfRun = Set(entries.map(\.name))
    let needed = Set(
      entries.flatMap { $0.definition.requires + $0.definition.follows }.map(catalog.name))
    let elsewhere = needed.subtracting(isOfRun).compactMap { catalog[$0] }.map { entry in
      KnownTask(
        name: entry.name, state: state(of: entry, for: occasion),
        place: "\(entry.definition.place)")
    }
    let plan = TaskPlan.make(
      tasks: entries.map { planned($0) }, elsewhere: elsewhere, policy: problemPolicy.inPlan)
    let weights = TaskWeights(plan, durations: timings.durations(of: entries))
    let prepared = PreparedPlan(
      version: catalog.version, entries: entries, plan: plan, weights: weights)
    let isPaused = catalog.entries(for: occasion).count != entries.count
    plans[occasion] = elsewhere.isEmpty && !isPaused ? prepared : nil
    return prepared
  }

  private func planned(_ entry: TaskEntry) -> PlannedTask {
    let definition = entry.definition
    return PlannedTask(
      name: definition.name, priority: definition.priority.rawValue,
      requires: definition.requires.map(catalog.name),
      follows: definition.follows.map(catalog.name),
      lane: entry.isForMain ? .main : .workers, place: "\(definition.place)")
  }

  /// What has become of a task that is not part of a run.
  private func state(of entry: TaskEntry, for occasion: TaskOccasion) -> KnownTask.State {
    // One that is paused counts as if it were not there, and nobody waits for it.
    if entry.isPaused.load(ordering: .relaxed) { return .hasRun }
    if let outcome = entry.latestOutcome { return outcome.isSuccess ? .hasRun : .never }
    return .notYet
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
      at: problem.tasks.first?.place ?? "TaskKit")
  }
}
