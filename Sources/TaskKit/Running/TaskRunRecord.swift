/// What a run notes of a task, while it goes on.
struct TaskRecord: Sendable {
  /// When it began and ended, in nanoseconds of the manager's clock.
  var start: Int64 = 0
  var end: Int64 = 0
  /// How it ended; nothing if it has not.
  var outcome: TaskOutcome?
  /// How often it was tried.
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
  var attempts = 1
}

/// A task that ended without having begun, because of another.
struct UnbegunTask: Sendable {
  let task: Int
  let outcome: TaskOutcome
}
