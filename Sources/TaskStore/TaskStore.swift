import CGround
import Foundation
import RecordFormat
public import TaskKit

/// A store of durable schedules and their fires, for all processes that share it.
///
/// A store makes no decisions. It keeps schedules, fires and leases, and ensures that only one
/// process makes each change:
///
/// * The pair of a task and a fire time is unique, so that exactly one record of each fire exists.
/// * A schedule changes only if it has not changed since it was read (``commit(_:)``).
/// * One owner at a time claims a fire, for the duration of a lease, with a token that is greater
///   than all earlier ones (``claim(_:as:for:atMost:)``). An owner is rejected if its lease has
///   ended or its token is not the latest (``complete(_:)``).
///
/// All times are the store's: dates come from its clock, and leases are measured with a clock that
/// is never adjusted. To test your own store, use the checks of `TaskStoreConformance`
/// (TaskStoreTestSupport).
///
/// - Concurrency: Called from several tasks at once. No method blocks a thread of Swift's pool.
public protocol TaskStore: Sendable {
  /// A description of the store and of the guarantees that it has chosen, for people.
  var summary: String { get async }

  /// Opens the store, and migrates its schema to the current version.
  ///
  /// - Throws: An error with a suggestion, if the store cannot be used.
  func open() async throws

  /// Returns a snapshot of the schedules of some tasks.
  ///
  /// An unreadable schedule is returned as such, and does not prevent reading others. Unknown tasks
  /// are omitted.
  func schedules(of tasks: [String]) async throws -> StoredSchedules

  /// Applies changes of schedules, each completely or not at all.
  ///
  /// A change is applied only if the schedule has the expected version. Existing fires are not
  /// changed.
  ///
  /// - Returns: The names of the tasks whose schedules have changed.
  func commit(_ changes: [ScheduleChange]) async throws -> Set<String>

  /// Pauses or resumes a task for all processes.
  ///
  /// - Returns: `false` if the task has no schedule.
  func setPaused(_ isPaused: Bool, _ task: String) async throws -> Bool

  /// Claims fires of the given tasks for an owner, starting with the oldest fire of each task.
  ///
  /// Fires whose lease has ended are claimed like unclaimed ones. A task has at most as many claims
  /// at once as its width.
  func claim(
    _ tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) async throws -> [TaskClaim]

  /// Extends leases that have not ended.
  ///
  /// - Returns: The tokens of the extended leases. All other leases are lost.
  func renew(_ claims: [TaskClaim], for lease: Duration) async throws -> Set<Int64>

  /// Records the ends of runs.
  ///
  /// - Returns: The tokens of the recorded completions. All others are rejected, because their
  ///   lease has ended or another owner has claimed the fire since.
  func complete(_ completions: [TaskCompletion]) async throws -> Set<Int64>

  /// Returns the latest records of fires, starting with the latest fire time.
  ///
  /// - Parameters:
  ///   - task: The name of a task, or `nil` for all.
  ///   - limit: The maximum number of records.
  /// - Returns: The records. Unreadable ones are omitted.
  /// - Throws: An error of the store.
  func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord]

  /// Removes old records of completed fires, starting with the oldest.
  ///
  /// - Parameters:
  ///   - age: The minimum time since the end of the run.
  ///   - limit: The maximum number of records to remove.
  /// - Returns: The number of removed records.
  /// - Throws: An error of the store.
  func prune(olderThan age: Duration, limit: Int) async throws -> Int

  /// Returns a stream of hints that another process has changed the store.
  ///
  /// Hints may be missing or superfluous, so callers also check the store periodically.
  func hints() async -> AsyncStream<Void>
}

extension TaskManager {
  /// Sets the store that keeps the fires of durable schedules.
  ///
  /// ```swift
  /// try await TaskManager.shared.use(.sqlite(at: "tasks.sqlite"))
  /// ```
  ///
  /// Call it once, before the launch finishes. A durable schedule that has no store by then is
  /// reported as an error.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - lease: The time that a process may run without a sign of life, at least 100 milliseconds.
  ///     If a process dies or hangs for that long, another process takes over its work. A process
  ///     cancels its own work before its lease ends.
  ///   - retention: The time for which records of fires are kept in the ledger after their end.
  ///   - maximumClaims: The number of times, at least 1, that a fire may be claimed without
  ///     completing. After that it is recorded as failed, because the run itself may be crashing
  ///     the process.
  ///   - queues: The limits of some queues, for concurrent jobs and for starts within a period. In
  ///     other queues, each process runs at most ten jobs at once.
  ///   - maximumKeptJobs: The maximum number of completed jobs that the store keeps. Above it, the
  ///     jobs whose retention ends first are removed, with a warning.
  ///   - maximumKeptBytes: The maximum number of bytes in the payloads and results of completed
  ///     jobs, applied in the same way.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The open store, with which you can read the ledger.
  /// - Throws: An error with a suggestion, if the store cannot be used or the manager already has
  ///   one.
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
        "the manager already has a store: call 'use(_:)' once, or pass the second one to "
          + "another manager.",
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

/// The clocks of a store inside the process: for dates, and for leases on one machine.
package struct StoreClock: Sendable {
  /// Returns the time of day.
  package let now: @Sendable () -> TaskTime

  /// Returns nanoseconds of a clock that is never adjusted.
  ///
  /// All processes of the machine share it until the machine restarts.
  package let monotonic: @Sendable () -> Int64

  /// An identifier of the machine's boot, at which ``monotonic`` starts.
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
