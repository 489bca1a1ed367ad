import CGround
import Foundation
import RecordFormat
public import TaskKit

/// A store of durable schedules and jobs, for all processes that share it.
///
/// A store makes no decisions. It keeps schedules and jobs, and ensures that only one process makes
/// each change:
///
/// * A schedule changes only if it has not changed since it was read (``commit(_:)``).
/// * Each fire of a schedule is a job of the task's queue. The pair of a task and a fire time is
///   unique, so that exactly one record of each fire exists.
/// * One owner at a time claims a job, for the duration of a lease, with a token that is greater
///   than all earlier ones (``claim(_:in:as:for:)``). An owner is rejected if its lease has ended
///   or its token is not the latest (``complete(_:)``).
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
  /// A change is applied only if the schedule has the expected version. Each decided fire becomes a
  /// job with the name and queue ``ScheduleChange/queue``, with the fire time as its due time, and
  /// with the payload and the state of ``DecidedTime``. Existing fires are not changed.
  ///
  /// - Returns: The names of the tasks whose schedules have changed.
  func commit(_ changes: [ScheduleChange]) async throws -> Set<String>

  /// Pauses or resumes a task for all processes.
  ///
  /// - Returns: `false` if the task has no schedule.
  func setPaused(_ isPaused: Bool, _ task: String) async throws -> Bool

  /// Returns a stream of hints that another process has changed the store.
  ///
  /// Hints may be missing or superfluous, so callers also check the store periodically.
  func hints() async -> AsyncStream<Void>

  // MARK: - Jobs

  /// Stores jobs, all of them or none.
  ///
  /// A job is not stored if another job holds its key. If that job waits, the parts of it that
  /// ``NewJob/replacing`` names are replaced.
  ///
  /// - Returns: The identifiers, in the order of the jobs.
  func enqueue(_ jobs: [NewJob]) async throws -> [EnqueuedJob]

  /// Stores the steps of a flow, all of them or none.
  ///
  /// Steps with other steps before them are blocked until all of these have succeeded.
  ///
  /// - Returns: The identifiers, in the order of the steps. The first one is the identifier of the
  ///   flow.
  /// - Throws: A ``TaskStoreError`` with the code ``TaskStoreError/Code/heldKey`` if another job
  ///   holds the key of a step.
  func enqueue(_ flow: NewFlow) async throws -> [JobID]

  /// Claims jobs with the given names for an owner.
  ///
  /// In each queue, jobs are claimed by priority, highest first, then by due time, earliest first,
  /// then in the order in which they were stored. Jobs whose lease has ended are claimed like
  /// unclaimed ones. If the cancellation of such a job was requested, it ends as cancelled instead.
  /// Jobs of any name and queue that have expired before they started also end as cancelled. No job
  /// is claimed from paused queues, or from queues that are not given.
  ///
  /// In a queue with a rate, each claim counts as a start by the store's clock, regardless of how
  /// its attempt ends. If that clock is set back, the next start waits no longer than after a
  /// burst.
  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) async throws -> ClaimedJobs

  /// Extends leases that have not ended.
  ///
  /// - Returns: The tokens of the extended leases. All other leases are lost.
  func renew(_ claims: [JobClaim], for lease: Duration) async throws -> Set<Int64>

  /// Returns the tokens of an owner's jobs whose cancellation was requested.
  func cancellations(of owner: String) async throws -> Set<Int64>

  /// Records the progress of a job, from 0 to 1.
  ///
  /// - Returns: `false` if the claim is lost.
  func report(_ progress: Double, of claim: JobClaim) async throws -> Bool

  /// Records the ends of attempts.
  ///
  /// When all steps before a blocked step have succeeded, it is no longer blocked. When a step has
  /// failed permanently or was cancelled, all steps after it are skipped.
  ///
  /// - Returns: The tokens of the recorded completions. All others are rejected, because their
  ///   lease has ended or another owner has claimed the job since.
  func complete(_ completions: [JobCompletion]) async throws -> Set<Int64>

  /// Returns the stored steps of a job, in the order of their numbers.
  func steps(of job: JobID) async throws -> [StoredStep]

  /// Stores a step of a claimed job.
  ///
  /// A wait for a signal receives the oldest signal of its name, with the payload as the result. If
  /// none has arrived, the wait is stored with its deadline. If the same wait is stored already, it
  /// keeps its deadline, and becomes a ``StoredStep/Kind/timeout`` when the deadline has passed.
  ///
  /// - Returns: The stored step, or `nil` if the claim is lost.
  func record(_ step: NewStep, of claim: JobClaim) async throws -> StoredStep?

  /// Stores a signal for a job that has not ended, and makes the job due if it waits for the signal.
  ///
  /// - Returns: `false` if the job has ended or does not exist.
  func send(_ signal: NewSignal) async throws -> Bool

  /// Returns the jobs that match a filter, starting with the latest.
  ///
  /// Unreadable ones are omitted.
  func jobs(_ filter: JobFilter) async throws -> [JobRecord]

  /// Returns the number of jobs that match a filter, up to its limit.
  func count(_ filter: JobFilter) async throws -> Int

  /// Cancels jobs that have not ended.
  ///
  /// A running job is cancelled as soon as its owner learns about it.
  ///
  /// - Returns: The number of jobs.
  func cancel(_ filter: JobFilter) async throws -> Int

  /// Removes records of jobs that have ended, except jobs of flows with a step that has not ended.
  ///
  /// - Returns: The number of jobs.
  func delete(_ filter: JobFilter) async throws -> Int

  /// Retries jobs that failed or were cancelled, with the full number of attempts.
  ///
  /// The jobs no longer expire. A job is not changed if another job holds its key now. Steps that
  /// were skipped because of a retried job are blocked again.
  ///
  /// - Returns: The number of jobs.
  func retry(_ filter: JobFilter) async throws -> Int

  /// Makes delayed jobs due now, for their first attempt or another one.
  ///
  /// The sleep of a sleeping job ends. A job that waits for a signal checks once, and then waits on.
  ///
  /// - Returns: The number of jobs.
  func makeDue(_ filter: JobFilter) async throws -> Int

  /// Pauses or resumes a queue for all processes.
  func setPaused(_ isPaused: Bool, queue: String) async throws

  /// Returns the queues that have jobs or are paused, sorted by name.
  func queues() async throws -> [JobQueueRecord]

  /// Removes records of jobs whose retention has ended, starting with the oldest.
  ///
  /// The records of a flow are kept until all its steps have ended.
  ///
  /// - Returns: The number of removed records.
  func pruneJobs(limit: Int) async throws -> Int

  /// Removes at most `limit` records of ended jobs, until `count` of them remain, with at most
  /// `bytes` in their payloads and results.
  ///
  /// Records are removed in the order in which their retention ends. The records of a flow are kept
  /// until all its steps have ended. Fires of schedules do not count, and are kept.
  ///
  /// - Returns: The number of removed records.
  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int
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
  ///   - retention: The time for which records of fires are kept in the ledger after their end. A
  ///     change of it applies to later fires.
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

extension TaskTime {
  /// Returns the whole nanoseconds of a duration, clamped to a hundred years, so that it can be
  /// added to a time.
  static func nanoseconds(of duration: Duration) -> Int64 {
    let limited = min(max(.zero, duration), .seconds(3_153_600_000))
    let (seconds, attoseconds) = limited.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
