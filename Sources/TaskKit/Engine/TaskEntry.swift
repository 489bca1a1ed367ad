import Synchronization

/// A task with what becomes of it.
///
/// - Concurrency: May be used from any thread.
final class TaskEntry: Sendable {
  // What every run of a task looks at stands first, so that it is in one piece of
  // memory: in large runs, fetching that is most of what a task costs.

  /// The function that it calls if that does not suspend.
  private let plainBody: PlainBody?

  /// A Boolean value that indicates whether it succeeded when it ran last.
  private let hasSucceeded = Atomic(false)

  /// A Boolean value that indicates whether it has been destroyed, and must not begin any more.
  let isDestroyed = Atomic(false)

  /// A Boolean value that indicates whether there are conditions to ask, or a claim to make.
  private let isConditional: Bool

  /// A Boolean value that indicates whether the manager has something to do when it is over.
  let isAwaited: Bool

  /// A Boolean value that indicates whether it runs on the main actor, one after
  /// another with the others there.
  let isForMain: Bool

  /// A Boolean value that indicates whether there is a single attempt, which may take
  /// as long as it does.
  let isTriedOnce: Bool

  /// A Boolean value that indicates whether to call it is all there is to it: no
  /// attempts, no timeout, no suspending.
  let isSimple: Bool

  /// By what others depend on it.
  let name: String

  /// A Boolean value that indicates whether it is left out for the time being.
  ///
  /// Written with the manager's lock held, since plans depend on it.
  let isPaused = Atomic(false)

  /// A Boolean value that indicates whether it has done what it does at the end of the process.
  let hasShutDown = Atomic(false)

  private let claim = Atomic(false)

  /// The latest outcome, if it was not success.
  private let otherOutcome = Mutex<TaskOutcome?>(nil)

  let definition: TaskDefinition

  init(_ definition: TaskDefinition) {
    self.definition = definition
    name = definition.name
    isAwaited = definition.isRemovedAfterRun || !definition.properties.milestones.isEmpty
    isConditional = definition.isRemovedAfterRun || !definition.properties.conditions.isEmpty
    isTriedOnce = definition.properties.isTriedOnce
    let body = definition.body
    let plain = body.plain
    isForMain =
      plain == nil ? body.isOnMain : body.isolation != nil || !definition.properties.isConcurrent
    plainBody = plain
    isSimple = isTriedOnce && plain != nil
  }

  /// The function of the task.
  var body: TaskBody { definition.body }

  /// The source location as messages show it.
  var location: CodeLocation { definition.location }

  /// The latest outcome, if it has run; cheap to set while all goes well.
  var latestOutcome: TaskOutcome? {
    get {
      hasSucceeded.load(ordering: .acquiring) ? .succeeded : otherOutcome.withLock { $0 }
    }
    set {
      if case .succeeded? = newValue { return noteSuccess() }
      // Released after unlocking: errors are the tasks' own.
      _ = otherOutcome.withLock { other in
        let old = other
        other = newValue
        return old
      }
      hasSucceeded.store(false, ordering: .releasing)
    }
  }

  /// A Boolean value that indicates whether each attempt keeps a worker busy until its
  /// end, of those that are not simple.
  var isBlocking: Bool { plainBody != nil && !isForMain }

  /// Calls its function.
  ///
  /// - Precondition: It does not suspend, and the caller runs where it belongs.
  func call(_ input: TaskBody.Input) throws -> TaskBody.Result {
    try plainBody?.call(input)
  }

  /// Notes that it has succeeded.
  func noteSuccess() {
    if !hasSucceeded.load(ordering: .relaxed) { hasSucceeded.store(true, ordering: .releasing) }
  }

  /// A Boolean value that indicates whether a run has taken a task that runs only once.
  var isClaimed: Bool { claim.load(ordering: .relaxed) }

  /// A Boolean value that indicates whether it need not be asked why it must not run: it may, then.
  var mayRun: Bool { !isConditional && !isDestroyed.load(ordering: .relaxed) }

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
}

/// A task: what it does, when, and what it must wait for.
///
/// Declared in a binary or added at run time; the engine does not tell them apart.
struct TaskDefinition: Sendable {
  /// By what others depend on it, and what it is paused and destroyed by.
  var name: String

  /// The type that it was declared with, if it was: a dependency may name that.
  var type: (any Any.Type)? = nil

  var trigger: Trigger
  var priority: TaskManager.Priority

  /// The tasks that must have succeeded before it.
  var requires: [TaskReference]

  /// The tasks that must be over before it, if they run at all.
  var follows: [TaskReference]

  var properties: TaskProperties
  var body: TaskBody

  /// The function that it calls at the end of the process, if it ran.
  var shutdown: TaskBody? = nil

  /// A Boolean value that indicates whether it is destroyed when it has run once.
  var isRemovedAfterRun = false

  /// A Boolean value that indicates whether it is destroyed when it will not be due any more.
  var isRemovedWhenOver = false

  /// A Boolean value that indicates whether it only keeps others in order, and is in no report.
  var isSilent = false

  /// A Boolean value that indicates whether it is declared in a binary, rather than
  /// added at run time.
  var isDeclared = true

  /// The source location of the declaration, or of the call that added it.
  var location: CodeLocation
}

/// The tasks of a plan, by their numbers.
@safe struct TaskEntries: Sendable {
  private let entries: [TaskEntry]

  /// The same, to be used without being retained.
  ///
  /// Both are made together and never change, so that each task is there as long as
  /// the reference to it.
  private let references: [Unmanaged<TaskEntry>]

  /// For each task, whether it can begin without a free worker; empty if none can.
  let needsNoWorker: [Bool]

  init(_ entries: [TaskEntry]) {
    self.entries = entries
    unsafe references = entries.map { unsafe Unmanaged.passUnretained($0) }
    let areSimple = entries.allSatisfy(\.isSimple)
    needsNoWorker = areSimple ? [] : entries.map { !$0.isSimple }
  }

  /// The number of a task, if it is one of these.
  ///
  /// - Parameters:
  ///   - entry: The task.
  ///   - numbers: The numbers of all, to be kept for the next call; empty if this is the
  ///     first.
  /// - Returns: Its number, or nothing.
  /// - Complexity: O(1); linear in the tasks the first time.
  func number(of entry: TaskEntry, knowing numbers: inout [ObjectIdentifier: Int]) -> Int? {
    if numbers.isEmpty {
      numbers = Dictionary(
        uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1), $0) })
    }
    return numbers[ObjectIdentifier(entry)]
  }

  /// Does something with a task without retaining it: of a task that does little, most
  /// of the time would go into that.
  func with<Result>(_ task: Int, _ body: (TaskEntry) throws -> Result) rethrows -> Result {
    // `entries` holds the task as long as `self` is there, which the caller of a method
    // guarantees.
    try unsafe references[task]._withUnsafeGuaranteedRef(body)
  }
}

extension TaskEntries: RandomAccessCollection {
  var startIndex: Int { entries.startIndex }
  var endIndex: Int { entries.endIndex }
  subscript(task: Int) -> TaskEntry { entries[task] }
}
