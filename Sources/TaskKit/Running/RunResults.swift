import Synchronization
import TaskPlanning

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
