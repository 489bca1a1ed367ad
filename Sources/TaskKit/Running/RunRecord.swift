/// The record of a task while the run goes on; its outcome is kept elsewhere.
struct RunRecord: Sendable {
  /// When it began and ended, in nanoseconds of the manager's clock.
  var start: Int64 = 0
  var end: Int64 = 0
  /// The number of attempts; 0 if it did not begin.
  var attempts: Int32 = 0
  /// On which worker it ran: 0 for the main actor, -1 for none of its own.
  var worker: Int32 = -1

  var duration: Int64 { end - start }
}

/// A task that is over, with what a run notes of it.
///
/// Only numbers, so that many of them are handed on at once at little cost.
struct EndedTask: Sendable {
  let task: Int32
  let record: RunRecord

  init(_ task: Int, _ record: RunRecord) {
    self.task = Int32(truncatingIfNeeded: task)
    self.record = record
  }
}

/// A lane's report to the run.
struct LaneNews: Sendable {
  /// The tasks that have succeeded.
  var succeeded: [EndedTask] = []
  /// The tasks that did not succeed, seldom any.
  var others: [(task: EndedTask, outcome: TaskOutcome)] = []

  /// Notes that a task is over.
  mutating func add(_ ended: EndedTask, _ outcome: TaskOutcome?) {
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

/// A task that ended without having begun, because of another.
struct UnbegunTask: Sendable {
  let task: Int
  let outcome: TaskOutcome
}

/// The steps that the code that has changed a run takes after unlocking.
struct RunSteps: Sendable {
  /// The tasks that are to be started and need no worker.
  var started: [Int] = []
  /// The workers that are to begin.
  var newWorkers: [Int] = []
  /// A Boolean value that indicates whether the main lane is to begin.
  var wakesMain = false
  /// A Boolean value that indicates whether the run is over.
  var ends = false
}
