import Synchronization

/// A task with what becomes of it.
///
/// - Concurrency: May be used from any thread.
final class TaskEntry: Sendable {
  let definition: TaskDefinition

  /// Whether it is left out for the time being.
  let isPaused = Atomic(false)

  /// Whether it has been destroyed, and must not begin any more.
  let isDestroyed = Atomic(false)

  /// Whether it has done what it does at the end of the process.
  let hasShutDown = Atomic(false)

  /// Whether a run has taken a task that runs only once.
  private let isClaimed = Atomic(false)

  /// How it ended last, if it has run.
  private let latest = Mutex<TaskOutcome?>(nil)

  init(_ definition: TaskDefinition) {
    self.definition = definition
  }

  var name: String { definition.name }

  /// How it ended last, if it has run.
  var latestOutcome: TaskOutcome? {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }

  /// Asks for the right to run it.
  ///
  /// - Returns: Whether it may; once only for a task that is removed afterwards.
  func claim() -> Bool {
    guard definition.isRemovedAfterRun else { return true }
    return !isClaimed.exchange(true, ordering: .relaxed)
  }

  /// Whether it runs on the main actor, one after another with the others there.
  var isForMain: Bool {
    switch definition.body.form {
    case .synchronous(let function):
      function.isolation != nil || !definition.properties.isConcurrent
    case .asynchronous:
      definition.body.isOnMain
    }
  }

  /// What it runs if that is all there is to it: no attempts, no timeout, no
  /// suspending.
  var simpleFunction: TaskBody.Synchronous? {
    guard case .synchronous(let function) = definition.body.form,
      definition.properties.maximumAttempts == 1, definition.properties.timeout == nil
    else { return nil }
    return function
  }

  /// Why it must not run, now that its turn has come; nothing if it may.
  func reasonNotToRun(_ context: TaskContext) -> String? {
    if isDestroyed.load(ordering: .relaxed) { return "it was destroyed" }
    for condition in definition.properties.conditions where !condition.isMet(context) {
      return condition.reason
    }
    return claim() ? nil : "it runs only once, and has"
  }
}
