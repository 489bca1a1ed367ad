/// What a run notes of a task, while it goes on; how it ended is noted elsewhere.
struct TaskRecord: Sendable {
  /// When it began and ended, in nanoseconds of the manager's clock.
  var start: Int64 = 0
  var end: Int64 = 0
  /// How often it was tried; 0 if it did not begin.
  var attempts: Int32 = 0
  /// On which worker it ran: 0 for the main actor, -1 for none of its own.
  var worker: Int32 = -1
}

/// How a task ended, on its way into the records.
struct EndedTask: Sendable {
  let task: Int
  let outcome: TaskOutcome
  let start: Int64
  let end: Int64
  var attempts: Int32 = 1
  /// As in the record.
  let worker: Int32
}

extension TaskOutcome {
  /// Whether a task that does not suspend has begun, if this is how it ended.
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

/// What is to be done by whoever has changed a run, once the lock is open.
struct TaskSteps: Sendable {
  /// The workers that are to begin.
  var newWorkers: [Int] = []
  /// Whether the main lane is to begin.
  var wakesMain = false
  /// Whether the run is over.
  var ends = false
}
