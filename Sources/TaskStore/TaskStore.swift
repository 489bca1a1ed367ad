/// Keeps the due times of durable schedules, for all processes that share it.
///
/// A store decides nothing. It keeps schedules, due times and leases, and makes sure that each
/// change is made by one process only:
///
/// * The pair of a task and a due time is unique. It is the fence: whatever processes do, there
///   is one record of it.
/// * A schedule changes only if nothing has changed since it was read (``commit(_:)``).
/// * A due time is claimed by one owner at a time, for the time of a lease, with a token that is
///   greater than all before it (``claim(_:as:for:atMost:)``). An owner whose lease has ended, or
///   whose token is not the latest, is rejected (``complete(_:)``).
///
/// Time is the store's: dates are of its clock, and a lease is measured by a clock that is never
/// set. A store of your own passes the checks of `TaskStoreConformance` (TaskStoreTestSupport).
///
/// - Concurrency: Called from several tasks at once. No method blocks a thread of Swift's pool.
public protocol TaskStore: Sendable {
  /// A description of what the store is and which guarantees it has chosen, for people.
  var summary: String { get async }

  /// Opens the store, and brings its schema up to date.
  ///
  /// - Throws: An error with a suggestion, if the store cannot be used.
  func open() async throws

  /// Returns the schedules of some tasks as they are now.
  ///
  /// A schedule that cannot be read is returned as such, and does not keep others from being
  /// read. One that does not exist is left out.
  func schedules(of tasks: [String]) async throws -> StoredSchedules

  /// Makes changes of schedules, each completely or not at all.
  ///
  /// A change is made only if the schedule has the expected version, and due times that there
  /// are already stay as they are.
  ///
  /// - Returns: The names of the tasks whose schedules have changed.
  func commit(_ changes: [ScheduleChange]) async throws -> Set<String>

  /// Pauses or resumes a task for all processes.
  ///
  /// - Returns: `false` if the task has no schedule.
  func setPaused(_ isPaused: Bool, _ task: String) async throws -> Bool

  /// Claims due times of the given tasks for an owner, the oldest of each task first.
  ///
  /// Due times whose lease has ended are claimed as those that no owner has claimed. A task has
  /// no more claims at once than its width.
  func claim(
    _ tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) async throws -> [TaskClaim]

  /// Extends leases that have not ended.
  ///
  /// - Returns: The tokens of the leases that were extended; the others are lost.
  func renew(_ claims: [TaskClaim], for lease: Duration) async throws -> Set<Int64>

  /// Records how runs ended.
  ///
  /// - Returns: The tokens of the completions that were recorded. The others are rejected: their
  ///   lease has ended, or another owner has claimed the due time since.
  func complete(_ completions: [TaskCompletion]) async throws -> Set<Int64>

  /// Returns the latest records of due times, the latest due time first.
  ///
  /// - Parameters:
  ///   - task: The name of a task, or `nil` for all.
  ///   - limit: The maximum number of records.
  /// - Returns: The records; one that cannot be read is left out.
  /// - Throws: An error of the store.
  func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord]

  /// Removes records of due times that have ended some time ago, the oldest first.
  ///
  /// - Parameters:
  ///   - age: How long ago they have ended.
  ///   - limit: The maximum number of records to remove.
  /// - Returns: The number of removed records.
  /// - Throws: An error of the store.
  func prune(olderThan age: Duration, limit: Int) async throws -> Int

  /// Returns hints that another process has changed something.
  ///
  /// A hint may be missing, and may be for nothing: callers look from time to time in any case.
  func hints() async -> AsyncStream<Void>
}
