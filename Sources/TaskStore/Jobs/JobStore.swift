public import TaskKit

/// A store that also keeps jobs, for all processes that share it.
///
/// Like with fires, a store makes no decisions: it keeps jobs, and ensures that only one process
/// makes each change. One owner at a time claims a job, for the duration of a lease, with a token
/// that is greater than all earlier ones. An owner is rejected if its lease has ended or its token
/// is not the latest.
///
/// - Concurrency: Called from several tasks at once. No method blocks a thread of Swift's pool.
public protocol JobStore: TaskStore {
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
  /// until all its steps have ended.
  ///
  /// - Returns: The number of removed records.
  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int
}

/// A queue with the number of jobs that a process can run.
public struct ClaimableQueue: Sendable, Hashable {
  public var name: String

  /// The number of jobs that the process can run.
  public var room: Int

  /// The maximum number of concurrent jobs in all processes, or `nil` for no limit.
  public var width: Int?

  /// The rate at which jobs start in all processes, or `nil` for no limit.
  public var rate: JobRate?

  /// Creates a claimable queue.
  public init(name: String, room: Int, width: Int? = nil, rate: JobRate? = nil) {
    self.name = name
    self.room = room
    self.width = width
    self.rate = rate
  }
}

/// Claimed jobs, with the time until further jobs can be claimed.
public struct ClaimedJobs: Sendable, Hashable {
  /// The claims, in the order in which they start.
  public var claims: [JobClaim]

  /// The time until the next delayed job is due, or until the rate of a queue allows another
  /// waiting job to start.
  ///
  /// It is `nil` if neither will happen. A delayed job of another queue or name may count. The
  /// process then checks the store once more than necessary.
  public var nextDue: Duration?

  /// Creates the answer of a store.
  public init(claims: [JobClaim] = [], nextDue: Duration? = nil) {
    self.claims = claims
    self.nextDue = nextDue
  }
}

/// A job that an owner has claimed for the duration of a lease.
public struct JobClaim: Sendable, Hashable {
  public var id: JobID
  public var name: String
  public var queue: String

  /// The payload, in JSON.
  public var payload: String

  /// The number of this attempt, counted from 1.
  public var attempt: Int

  /// The process that holds the claim.
  public var owner: String

  /// A number that is greater than the tokens of all earlier claims of the store's jobs.
  public var token: Int64

  /// The time at which the job was stored.
  public var enqueueTime: TaskTime

  /// The time at which the job was due.
  public var dueTime: TaskTime

  /// The time of the claim, by the store's clock.
  public var startTime: TaskTime

  /// The flow of the job, if it is a step of one.
  public var flow: JobID?

  /// The maximum number of attempts, or `nil` for the number of its declaration.
  public var maximumAttempts: Int?

  /// The span that enqueued the job, in the format of the header `traceparent`.
  public var traceParent: String?

  /// Creates a claim from its parts.
  public init(
    id: JobID, name: String, queue: String, payload: String, attempt: Int, owner: String,
    token: Int64, enqueueTime: TaskTime, dueTime: TaskTime, startTime: TaskTime, flow: JobID? = nil,
    maximumAttempts: Int? = nil, traceParent: String? = nil
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.payload = payload
    self.attempt = attempt
    self.owner = owner
    self.token = token
    self.enqueueTime = enqueueTime
    self.dueTime = dueTime
    self.startTime = startTime
    self.flow = flow
    self.maximumAttempts = maximumAttempts
    self.traceParent = traceParent
  }
}

/// The end of an attempt of a job.
public struct JobCompletion: Sendable, Hashable {
  /// The end of an attempt.
  public enum Outcome: Sendable, Hashable {
    /// The job succeeded, with a result in JSON.
    case succeeded(result: String?)
    /// The attempt failed, and the job is retried after a pause.
    case retry(after: Duration, detail: String)
    /// The job runs again at a time, or as soon as a signal has arrived, and the attempt does not
    /// count.
    case suspended(until: JobTime, signal: String? = nil)
    /// The job failed permanently.
    case failed(detail: String)
    case cancelled
    /// The process returns the job, and the attempt does not count.
    case returned
  }

  public var claim: JobClaim
  public var outcome: Outcome

  /// A Boolean value that indicates whether the job succeeded.
  var hasSucceeded: Bool { if case .succeeded = outcome { true } else { false } }

  /// Creates a completion.
  public init(claim: JobClaim, outcome: Outcome) {
    self.claim = claim
    self.outcome = outcome
  }
}
