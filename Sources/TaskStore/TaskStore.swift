import CGround
import Foundation
import RecordFormat
public import TaskKit

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

extension TaskManager {
  /// Keeps the due times of durable schedules in a store.
  ///
  /// ```swift
  /// try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))
  /// ```
  ///
  /// Call it before the launch is over, once: a durable schedule that finds no store then is
  /// reported as an error.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - lease: How long a process may run for a due time without a sign of life. A process that
  ///     dies or hangs is taken over from when it has ended; its own work is cancelled before.
  ///     At least 100 milliseconds.
  ///   - retention: How long records of due times are kept in the ledger after their end.
  ///   - maximumClaims: How many processes may begin the run for a due time that no one ends,
  ///     because they die or lose their lease. After them it is recorded as failed, as its run may
  ///     be what ends them. At least 1.
  ///   - queues: How many jobs of some queues run at once, and begin within a time; of others, ten
  ///     run at once in each process.
  ///   - maximumKeptJobs: The number of ended jobs that the store keeps. If more have ended, those
  ///     whose retention ends first are removed, with a warning.
  ///   - maximumKeptBytes: The number of bytes in the payloads and results of the ended jobs that
  ///     the store keeps, in the same way.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: The store, open: it has the ledger.
  /// - Throws: An error with a suggestion, if the store cannot be used or the manager has one.
  @discardableResult
  public func use<Store: TaskStore>(
    _ store: Store, lease: Duration = .seconds(15), retention: Duration = .seconds(30 * 86_400),
    maximumClaims: Int = 5, queues: [JobQueueLimit] = [], maximumKeptJobs: Int = 10_000,
    maximumKeptBytes: Int = 64_000_000,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> Store {
    guard expectStore() else {
      throw TaskStoreError(
        .secondStore,
        "the manager has a store already: call 'use(_:)' once, or give another manager the second.",
        at: CodeLocation(fileID: fileID, line: line))
    }
    do {
      try await store.open()
    } catch {
      storeFailed()
      throw error
    }
    use(
      StoreScheduling(
        store, of: self, lease: max(lease, .milliseconds(100)), retention: retention,
        maximumClaims: max(1, maximumClaims), queues: queues,
        maximumKeptJobs: max(0, maximumKeptJobs), maximumKeptBytes: max(0, maximumKeptBytes)))
    return store
  }
}

/// The clocks of a store that is in the process: dates, and the leases of one machine.
package struct StoreClock: Sendable {
  /// Returns the time of day.
  package let now: @Sendable () -> TaskTime

  /// Returns nanoseconds of a clock that is never set, and that all processes of the machine
  /// share until it is started again.
  package let monotonic: @Sendable () -> Int64

  /// Identifies the start of the machine from which ``monotonic`` counts.
  package let boot: String

  package init(
    now: @escaping @Sendable () -> TaskTime, monotonic: @escaping @Sendable () -> Int64,
    boot: String
  ) {
    self.now = now
    self.monotonic = monotonic
    self.boot = boot
  }

  /// The clocks of the system.
  package static let system = StoreClock(
    now: { TaskTime(Date()) }, monotonic: { task_store_monotonic_nanoseconds() },
    boot: bootIdentifier())

  private static func bootIdentifier() -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let start = text.baseAddress else { return "unknown" }
      unsafe start.initialize(repeating: 0, count: text.count)
      return unsafe task_store_boot_identifier(start, text.count)
        ? String(cString: start) : "unknown"
    }
  }
}
