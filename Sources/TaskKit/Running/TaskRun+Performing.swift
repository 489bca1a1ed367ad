import Synchronization
import TaskPlanning
import ToolkitTrace

// Tasks that do not suspend.
extension TaskRun {
  /// Runs a task that does not suspend, once.
  ///
  /// - Precondition: The caller runs where the function belongs.
  /// - Returns: How it ended if it did not succeed.
  func perform(
    _ task: Int, _ entry: TaskEntry, _ input: inout TaskBody.Input
  ) -> TaskOutcome? {
    input.context.index = task
    if let outcome = reasonNotToRun(task, entry, input.context) { return outcome }
    do {
      results.set(try call(entry, input), of: entry)
      return nil
    } catch {
      let outcome = TaskOutcome.failed(.failed(entry.definition, with: error, attempts: 1))
      results.set(outcome, of: entry.name)
      return outcome
    }
  }

  /// Calls the function of a task that does not suspend.
  ///
  /// - Precondition: The caller runs where the function belongs.
  @inline(__always)
  func call(_ entry: TaskEntry, _ input: TaskBody.Input) throws -> TaskBody.Result {
    Trace.isOn ? try callTraced(entry, input) : try entry.call(input)
  }

  /// Calls the function of a task that does not suspend, while the process is tracing.
  private func callTraced(
    _ entry: TaskEntry, _ input: TaskBody.Input
  ) throws -> TaskBody.Result {
    try Trace.span(
      entry.name, kind: .task, module: entry.definition.location.module, cause: span.id
    ) { try entry.call(input) }
  }

  /// Why a task must not run, now that its turn has come; nothing if it may.
  func reasonNotToRun(
    _ task: Int, _ entry: TaskEntry, _ context: TaskContext
  ) -> TaskOutcome? {
    // Most tasks have nothing that could keep them from it.
    guard !entry.mayRun || hasCancelled.load(ordering: .relaxed) else { return nil }
    let reason = isCancelled(task) ? TaskOutcome.cancelled : entry.reasonNotToRun(context)
    guard let reason else { return nil }
    results.set(reason, of: entry.name)
    return reason
  }
}
