import Synchronization

/// A task with what becomes of it.
///
/// - Concurrency: May be used from any thread.
final class TaskEntry: Sendable {
  let definition: TaskDefinition

  /// By what others depend on it.
  let name: String

  /// Whether it runs on the main actor, one after another with the others there.
  let isForMain: Bool

  /// What it runs if that is all there is to it: no attempts, no timeout, no
  /// suspending.
  let simpleFunction: TaskBody.Plain?

  /// Whether the manager has something to do when it is over.
  let isAwaited: Bool

  /// Whether it is left out for the time being.
  ///
  /// Written with the manager's lock held, since plans depend on it.
  let isPaused = Atomic(false)

  /// Whether it has been destroyed, and must not begin any more.
  let isDestroyed = Atomic(false)

  /// Whether it has done what it does at the end of the process.
  let hasShutDown = Atomic(false)

  private let claim = Atomic(false)

  /// Whether there are conditions to ask, or a claim to make.
  private let isConditional: Bool

  /// How it ended last.
  private let latest = LatestOutcome()

  /// How long it takes in nanoseconds, or less than nothing if that is not known.
  private let usualDuration = Atomic(Int64(-1))

  init(_ definition: TaskDefinition) {
    self.definition = definition
    name = definition.name
    isAwaited = definition.isRemovedAfterRun || !definition.properties.milestones.isEmpty
    isConditional = definition.isRemovedAfterRun || !definition.properties.conditions.isEmpty
    switch definition.body.form {
    case .synchronous(let function):
      isForMain = function.isolation != nil || !definition.properties.isConcurrent
      let isSimple =
        definition.properties.maximumAttempts == 1 && definition.properties.timeout == nil
      simpleFunction = isSimple ? TaskBody.plain(function) : nil
    case .asynchronous:
      isForMain = definition.body.isOnMain
      simpleFunction = nil
    }
  }

  /// How it ended last, if it has run.
  var latestOutcome: TaskOutcome? {
    get { latest.outcome }
    set { latest.set(newValue) }
  }

  /// Whether a run has taken a task that runs only once.
  var isClaimed: Bool { claim.load(ordering: .relaxed) }

  /// Why it must not run, now that its turn has come; nothing if it may.
  ///
  /// Asks its conditions, and takes the claim of one that runs only once.
  func reasonNotToRun(_ context: @autoclosure () -> TaskContext) -> TaskOutcome? {
    if isDestroyed.load(ordering: .relaxed) { return .cancelled }
    guard isConditional else { return nil }
    let context = context()
    for condition in definition.properties.conditions where !condition.isMet(context) {
      return .skipped(condition.reason)
    }
    guard definition.isRemovedAfterRun,
      claim.exchange(true, ordering: .relaxed)
    else { return nil }
    return .skipped("it runs only once, and has")
  }

  // MARK: - How long it takes

  /// How long it usually takes, in nanoseconds, if that is known.
  var knownDuration: Int64? {
    get {
      let duration = usualDuration.load(ordering: .relaxed)
      return duration < 0 ? nil : duration
    }
    set { usualDuration.store(newValue ?? -1, ordering: .relaxed) }
  }

  /// Takes over how long it took: half of it, so that a single slow run does not
  /// count for long.
  func learn(_ duration: Int64) {
    // Not one step with what was read: of two runs at once, either may count.
    knownDuration = knownDuration.map { ($0 + duration) / 2 } ?? duration
  }
}

/// How a task ended last; cheap to set as long as all goes well.
private final class LatestOutcome: Sendable {
  private let hasSucceeded = Atomic(false)
  /// Anything but a success.
  private let other = Mutex<TaskOutcome?>(nil)

  var outcome: TaskOutcome? {
    hasSucceeded.load(ordering: .acquiring) ? .succeeded : other.withLock { $0 }
  }

  func set(_ outcome: TaskOutcome?) {
    if case .succeeded? = outcome {
      if !hasSucceeded.load(ordering: .relaxed) { hasSucceeded.store(true, ordering: .releasing) }
      return
    }
    // Released after unlocking: errors are the tasks' own.
    _ = other.withLock { other in
      let old = other
      other = outcome
      return old
    }
    hasSucceeded.store(false, ordering: .releasing)
  }
}
