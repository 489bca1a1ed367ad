import Synchronization

/// A task with its current state.
///
/// - Concurrency: May be used from any thread.
final class TaskEntry: Sendable {
  // The properties that every run reads follow the body, the last property of a definition, so that
  // they are next to each other in memory. In large runs, fetching them is most of the cost of a
  // task.

  let definition: TaskDefinition

  /// A Boolean value that indicates whether the latest run succeeded.
  private let hasSucceeded = Atomic(false)

  /// A Boolean value that indicates whether the task has been destroyed, and must not start again.
  let isDestroyed = Atomic(false)

  /// A Boolean value that indicates whether the task has conditions to check, or runs only once.
  private let isConditional: Bool

  /// A Boolean value that indicates whether the manager has to be notified when the task has
  /// finished.
  let isAwaited: Bool

  /// A Boolean value that indicates whether the task runs on the main actor, one after another with
  /// the others there.
  let isForMain: Bool

  /// A Boolean value that indicates whether the task has a single attempt without a time limit.
  let isTriedOnce: Bool

  /// A Boolean value that indicates whether the task is a single synchronous call, without retries
  /// or a time limit.
  let isSimple: Bool

  /// A Boolean value that indicates whether the task is paused.
  ///
  /// Written with the manager's lock held, because plans depend on it.
  let isPaused = Atomic(false)

  /// A Boolean value that indicates whether the task's work at the end of the process has run.
  let hasShutDown = Atomic(false)

  private let claim = Atomic(false)

  /// The latest outcome, if it was not a success.
  private let otherOutcome = Mutex<TaskOutcome?>(nil)

  init(_ definition: TaskDefinition) {
    self.definition = definition
    isAwaited = definition.isRemovedAfterRun || !definition.properties.milestones.isEmpty
    isConditional = definition.isRemovedAfterRun || !definition.properties.conditions.isEmpty
    isTriedOnce = definition.properties.isTriedOnce
    let isPlain = definition.body.plain != nil
    isForMain = definition.body.isOnMain || (isPlain && !definition.properties.isConcurrent)
    isSimple = isTriedOnce && isPlain
  }

  /// The name of the task, by which others depend on it.
  var name: String { definition.name }

  /// The function of the task.
  var body: TaskBody { definition.body }

  /// The source location of the declaration, or of the call that added the task.
  var location: CodeLocation { definition.location }

  /// The latest outcome, or `nil` if the task has not run.
  ///
  /// Setting it is cheap while the task succeeds.
  var latestOutcome: TaskOutcome? {
    get {
      hasSucceeded.load(ordering: .acquiring) ? .succeeded : otherOutcome.withLock { $0 }
    }
    set {
      if case .succeeded? = newValue { return noteSuccess() }
      // Released after unlocking, because errors may run code when they are released.
      _ = otherOutcome.withLock { other in
        let old = other
        other = newValue
        return old
      }
      hasSucceeded.store(false, ordering: .releasing)
    }
  }

  /// A Boolean value that indicates whether each attempt of a task that is not simple occupies a
  /// worker until its end.
  var isBlocking: Bool { body.plain != nil && !isForMain }

  /// Calls the function of the task.
  ///
  /// - Precondition: The function does not suspend, and the caller runs on its actor, if it has
  ///   one.
  func call(_ input: TaskBody.Input) throws -> TaskBody.Output {
    try definition.body.callPlain(input)
  }

  /// Records a successful run.
  func noteSuccess() {
    if !hasSucceeded.load(ordering: .relaxed) { hasSucceeded.store(true, ordering: .releasing) }
  }

  /// A Boolean value that indicates whether a run has claimed a task that runs only once.
  var isClaimed: Bool { claim.load(ordering: .relaxed) }

  /// A Boolean value that indicates whether the task may run without a call of `reasonNotToRun`.
  var mayRun: Bool { !isConditional && !isDestroyed.load(ordering: .relaxed) }

  /// Returns the reason why the task must not run now, or `nil` if it may.
  ///
  /// Checks the conditions, and claims a task that runs only once.
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
    return .skipped("it runs only once, and has already run")
  }
}

extension TaskEntry: Hashable {
  /// Returns whether both are the same task, and not only tasks with the same name.
  static func == (left: TaskEntry, right: TaskEntry) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The definition of a task: its work, its trigger and its dependencies.
///
/// It comes from a declaration in a binary or from a call at run time. The engine treats both in
/// the same way.
struct TaskDefinition: Sendable {
  // The small properties are next to each other, so that no space is between them, and the body
  // comes last, see ``TaskEntry``.

  /// The name of the task, for dependencies and for calls that pause or destroy it.
  var name: String

  /// The type that the task was declared with, if any.
  ///
  /// A dependency may name it.
  var type: (any Any.Type)?

  /// The source location of the declaration, or of the call that added it.
  var location: CodeLocation

  /// The tasks that must have succeeded before.
  var requires: [TaskReference]

  /// The tasks that must have finished before, if they run at all.
  var follows: [TaskReference]

  var properties: TaskProperties
  var trigger: Trigger
  var priority: TaskManager.Priority

  /// A Boolean value that indicates whether the task is destroyed after its first run.
  var isRemovedAfterRun: Bool

  /// A Boolean value that indicates whether the task is destroyed after its last fire.
  var isRemovedWhenOver: Bool

  /// A Boolean value that indicates whether the task only keeps others in order, and appears in no
  /// report.
  var isSilent = false

  /// A Boolean value that indicates whether the task is declared in a binary, and was not added at
  /// run time.
  var isDeclared: Bool

  var body: TaskBody

  init(
    name: String, type: (any Any.Type)? = nil, trigger: Trigger, priority: TaskManager.Priority,
    requires: [TaskReference], follows: [TaskReference], properties: TaskProperties,
    body: TaskBody, shutdown: TaskBody? = nil, isRemovedAfterRun: Bool = false,
    isRemovedWhenOver: Bool = false, isDeclared: Bool = true, location: CodeLocation
  ) {
    self.name = name
    self.type = type
    self.trigger = trigger
    self.priority = priority
    self.requires = requires
    self.follows = follows
    self.properties = properties
    self.body = body
    self.isRemovedAfterRun = isRemovedAfterRun
    self.isRemovedWhenOver = isRemovedWhenOver
    self.isDeclared = isDeclared
    self.location = location
    if let shutdown { self.properties.shutdown = shutdown }
  }

  /// The function for the end of the process, called if the task succeeded.
  var shutdown: TaskBody? { properties.shutdown }
}

/// The tasks of a plan, by index.
@safe struct TaskEntries: Sendable {
  private let entries: [TaskEntry]

  /// Unretained references to the same tasks.
  ///
  /// The array `entries` is created with them and never changes, so each task lives as long as its
  /// reference.
  private let references: [Unmanaged<TaskEntry>]

  /// For each task, whether it can start without a free worker, or empty if none can.
  let needsNoWorker: [Bool]

  init(_ entries: [TaskEntry]) {
    self.entries = entries
    unsafe references = entries.map { unsafe Unmanaged.passUnretained($0) }
    let areSimple = entries.allSatisfy(\.isSimple)
    needsNoWorker = areSimple ? [] : entries.map { !$0.isSimple }
  }

  /// Returns the index of a task, or `nil` if it is not part of the plan.
  ///
  /// - Parameters:
  ///   - entry: The task.
  ///   - numbers: The indices of all tasks, filled by the first call and passed to later ones.
  /// - Returns: The index of the task.
  /// - Complexity: O(1), or linear in the tasks for the first call.
  func number(of entry: TaskEntry, knowing numbers: inout [ObjectIdentifier: Int]) -> Int? {
    if numbers.isEmpty {
      numbers = Dictionary(
        uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1), $0) })
    }
    return numbers[ObjectIdentifier(entry)]
  }

  /// Calls `body` with a task without retaining it, because for a small task most of the time would
  /// go into retaining.
  func with<Result>(_ task: Int, _ body: (TaskEntry) throws -> Result) rethrows -> Result {
    // `entries` retains the task as long as `self` lives, which the caller of a method guarantees.
    try unsafe references[task]._withUnsafeGuaranteedRef(body)
  }
}

extension TaskEntries: RandomAccessCollection {
  var startIndex: Int { entries.startIndex }
  var endIndex: Int { entries.endIndex }
  subscript(task: Int) -> TaskEntry { entries[task] }
}
