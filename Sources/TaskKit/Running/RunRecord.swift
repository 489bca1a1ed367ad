import Synchronization
import TaskPlanning

/// The record of a task that is over; its outcome is kept elsewhere.
///
/// Only numbers, so that many of them are handed on at once at little cost.
struct RunRecord: Sendable {
  /// The number of the task in the run.
  var task: Int32 = 0
  /// The number of attempts; 0 if it did not begin.
  var attempts: Int32 = 0
  /// On which worker it ran: 0 for the main actor, -1 for none of its own.
  var worker: Int32 = -1
  /// When it began and ended, in nanoseconds of the manager's clock.
  var start: Int64 = 0
  var end: Int64 = 0

  var duration: Int64 { end - start }
  /// A Boolean value that indicates whether it ran beside the workers.
  var isSuspended: Bool { worker < 0 && attempts > 0 }
}

/// A lane's report to the run.
struct LaneNews: Sendable {
  /// The tasks that have succeeded.
  var succeeded: [RunRecord] = []
  /// The tasks that did not succeed, seldom any.
  var others: [(task: RunRecord, outcome: TaskOutcome)] = []

  /// Notes that a task is over.
  mutating func add(_ ended: RunRecord, _ outcome: TaskOutcome?) {
    if let outcome { others.append((ended, outcome)) } else { succeeded.append(ended) }
  }

  /// Removes all, after it has been reported.
  mutating func removeAll() {
    // One by one, which costs less than anything that keeps the memory.
    while !succeeded.isEmpty { succeeded.removeLast() }
    if !others.isEmpty { others = [] }
  }
}

extension TaskOutcome {
  /// A Boolean value that indicates whether a task that does not suspend has begun, if
  /// this is how it ended.
  var hasBegun: Bool {
    switch self {
    case .succeeded, .failed: true
    case .skipped, .cancelled: false
    }
  }
}

/// The steps that the code that has changed a run takes after unlocking.
struct RunSteps: Sendable {
  /// The tasks that are to be started and need no worker.
  var started: [Int] = []
  /// The workers that are to begin.
  var newWorkers: [Int] = []
  /// A Boolean value that indicates whether the main lane is to begin.
  var wakesMain = false
  /// The tasks that ended without having begun, because of another, and are to be settled.
  var unbegun: [(task: Int, outcome: TaskOutcome)] = []
  /// A Boolean value that indicates whether the run may end by these steps; code on a lane
  /// leaves it first.
  var mayEnd = true
  /// A Boolean value that indicates whether the run is over.
  var ends = false
}

/// The results of the tasks of a run, by name.
///
/// - Concurrency: May be used from any thread.
final class RunResults: Sendable {
  /// The run's plan, which says which task depends on which; `nil` outside a run, where
  /// every result may be read.
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

  /// The name of a task of the run.
  ///
  /// - Precondition: There is a run.
  func name(ofTask index: Int) -> String { plan?.tasks[index].name ?? "" }

  /// Notes what a task returned, if anything.
  func set(_ value: TaskBody.Result, of entry: TaskEntry) {
    guard let value else { return }
    values.withLock { $0[entry.name] = value }
  }

  /// Notes that a task did not succeed.
  func set(_ outcome: TaskOutcome, of task: String) {
    outcomes.withLock { $0[task] = outcome }
  }

  /// Returns the result of a task, for another that depends on it.
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
            "it does not depend on it, so that there may be none yet: name it as a dependency",
          at: location)
      }
    }
    guard let value = values.withLock({ $0[name] }) else {
      throw .noResult(of: name, for: context.task, because: reasonForNone(of: name), at: location)
    }
    guard let result = value as? Value else {
      throw .noResult(
        of: name, for: context.task,
        because: "it is a '\(Swift.type(of: value))': ask for that type", at: location)
    }
    return result
  }

  private func reasonForNone(of name: String) -> String {
    if let outcome = outcomes.withLock({ $0[name] }) {
      return "it did not run to its end in this run: it was \(outcome)"
    }
    guard let plan, plan.tasks.contains(where: { $0.name == name }) else {
      return "it did not run in this run: have both run for the same event"
    }
    return "it returns nothing: have its function return a value"
  }
}
