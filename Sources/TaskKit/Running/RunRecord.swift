import Synchronization
import TaskPlanning

/// The record of a finished task, without its outcome.
///
/// It contains only numbers, so that many records can be passed on cheaply.
struct RunRecord: Sendable {
  /// The index of the task in the run.
  var task: Int32 = 0
  /// The number of attempts, or 0 if the task did not start.
  var attempts: Int32 = 0
  /// The number of the worker, with 0 for the main actor and -1 for no worker.
  var worker: Int32 = -1
  /// The start and the end, in nanoseconds of the manager's clock.
  var start: Int64 = 0
  var end: Int64 = 0

  var duration: Int64 { end - start }
  /// A Boolean value that indicates whether the task ran beside the workers.
  var isSuspended: Bool { worker < 0 && attempts > 0 }
}

/// A lane's report to the run.
struct LaneNews: Sendable {
  /// The tasks that have succeeded.
  var succeeded: [RunRecord] = []
  /// The tasks that did not succeed, rarely any.
  var others: [(task: RunRecord, outcome: TaskOutcome)] = []

  /// Adds a finished task.
  mutating func add(_ ended: RunRecord, _ outcome: TaskOutcome?) {
    if let outcome { others.append((ended, outcome)) } else { succeeded.append(ended) }
  }

  /// Removes all records, after they have been reported.
  mutating func removeAll() {
    // Removing one by one is cheaper than the other ways that keep the memory.
    while !succeeded.isEmpty { succeeded.removeLast() }
    if !others.isEmpty { others = [] }
  }
}

extension TaskOutcome {
  /// A Boolean value that indicates whether a task that does not suspend has started, given this
  /// outcome.
  var hasBegun: Bool {
    switch self {
    case .succeeded, .failed: true
    case .skipped, .cancelled: false
    }
  }
}

/// The steps to take after unlocking, by the code that has changed a run.
struct RunSteps: Sendable {
  /// The tasks to start that need no worker.
  var started: [Int] = []
  /// The numbers of the workers to wake.
  var newWorkers: [Int] = []
  /// A Boolean value that indicates whether to wake the main lane.
  var wakesMain = false
  /// The tasks that finished without having started because of another task, to be settled.
  var unbegun: [(task: Int, outcome: TaskOutcome)] = []
  /// A Boolean value that indicates whether the run may finish with these steps.
  ///
  /// Code on a lane first leaves the lane.
  var mayEnd = true
  /// A Boolean value that indicates whether the run has finished.
  var ends = false
}

/// The results of the tasks of a run, by name.
///
/// - Concurrency: May be used from any thread.
final class RunResults: Sendable {
  /// The run's plan, which knows the dependencies, or `nil` outside a run, where every result may
  /// be read.
  private let plan: TaskPlan?
  private let namesOfTypes: [ObjectIdentifier: String]
  private let values: Mutex<[String: any Sendable]>
  /// The outcomes of tasks that did not succeed.
  private let outcomes = Mutex<[String: TaskOutcome]>([:])

  init(_ values: [String: any Sendable] = [:]) {
    plan = nil
    namesOfTypes = [:]
    self.values = Mutex(values)
  }

  init(in plan: TaskPlan, namesOfTypes: [ObjectIdentifier: String]) {
    self.plan = plan
    self.namesOfTypes = namesOfTypes
    values = Mutex([:])
  }

  /// Returns the name of a task of the run.
  ///
  /// - Precondition: The results belong to a run.
  func name(ofTask index: Int) -> String { plan?.tasks[index].name ?? "" }

  /// Records the result of a task, if it returned a value.
  func set(_ value: TaskBody.Output, of entry: TaskEntry) {
    guard let value else { return }
    values.withLock { $0[entry.name] = value }
  }

  /// Records that a task did not succeed.
  func set(_ outcome: TaskOutcome, of task: String) {
    outcomes.withLock { $0[task] = outcome }
  }

  /// Returns the result of a task, for a dependent of the task.
  func value<Value: Sendable>(
    of reference: TaskReference, as type: Value.Type, for context: TaskContext,
    at location: CodeLocation
  ) throws(TaskError) -> Value {
    let name =
      switch reference.target {
      case .name(let name): name
      case .type(let type): namesOfTypes[ObjectIdentifier(type)] ?? String(describing: type)
      }
    if let plan, context.index >= 0 {
      let task = plan.tasks[context.index]
      guard task.requires.contains(name) || task.follows.contains(name) else {
        throw .noResult(
          of: name, for: context.task,
          because:
            "it does not depend on it, so the result may not exist yet: declare the dependency",
          at: location)
      }
    }
    guard let value = values.withLock({ $0[name] }) else {
      throw .noResult(of: name, for: context.task, because: reasonForNone(of: name), at: location)
    }
    guard let result = value as? Value else {
      throw .noResult(
        of: name, for: context.task,
        because: "its type is '\(Swift.type(of: value))': ask for that type", at: location)
    }
    return result
  }

  private func reasonForNone(of name: String) -> String {
    if let outcome = outcomes.withLock({ $0[name] }) {
      return "it did not finish in this run: it was \(outcome)"
    }
    guard let plan, plan.tasks.contains(where: { $0.name == name }) else {
      return "it did not run in this run: let both run for the same event"
    }
    return "it returns nothing: return a value from its function"
  }
}
