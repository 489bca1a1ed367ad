public import TaskKit

/// A store that keeps jobs, too, for all processes that share it.
///
/// As with due times, a store decides nothing: it keeps jobs, and makes sure that each change is
/// made by one process only. A job is claimed by one owner at a time, for the time of a lease, with
/// a token that is greater than all before it; an owner whose lease has ended, or whose token is
/// not the latest, is rejected.
///
/// - Concurrency: Called from several tasks at once. No method blocks a thread of Swift's pool.
public protocol JobStore: TaskStore {
  /// Stores jobs, all of them or none.
  ///
  /// A job whose key another one has is not stored. If the other one waits, the job replaces the
  /// parts of it that ``NewJob/replacing`` names.
  ///
  /// - Returns: The identifiers, in the order of the jobs.
  func enqueue(_ jobs: [NewJob]) async throws -> [EnqueuedJob]

  /// Stores the steps of a flow, all of them or none.
  ///
  /// Steps that come after others are blocked until all of these have succeeded.
  ///
  /// - Returns: The identifiers, in the order of the steps; the first is that of the flow.
  /// - Throws: A ``TaskStoreError`` of code ``TaskStoreError/Code/heldKey`` if another job has the
  ///   key of a step.
  func enqueue(_ flow: NewFlow) async throws -> [JobID]

  /// Claims jobs of the given names for an owner: of each queue those of the greatest priority
  /// first, of one priority those that were due first, and of these those that came first.
  ///
  /// Jobs whose lease has ended are claimed as those that no owner has claimed. If such a job was
  /// being cancelled, it ends as cancelled instead. So do jobs, of any name and queue, that have
  /// expired before they started. Nothing is claimed from a queue that is paused or not given.
  ///
  /// Each claim of a queue with a rate counts as a job that begins, by the store's clock, however
  /// its attempt ends. If that clock is set back, the next one waits no longer than after a burst.
  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) async throws -> ClaimedJobs

  /// Extends leases that have not ended.
  ///
  /// - Returns: The tokens of the leases that were extended; the others are lost.
  func renew(_ claims: [JobClaim], for lease: Duration) async throws -> Set<Int64>

  /// Returns the tokens of an owner's jobs that are to be cancelled.
  func cancellations(of owner: String) async throws -> Set<Int64>

  /// Records how far a job has come, from 0 to 1.
  ///
  /// - Returns: `false` if the claim is lost.
  func report(_ progress: Double, of claim: JobClaim) async throws -> Bool

  /// Records how attempts ended.
  ///
  /// When the last of the steps that a step comes after has succeeded, it is no longer blocked. When
  /// a step failed for good or was cancelled, all that come after it are skipped.
  ///
  /// - Returns: The tokens of the completions that were recorded. The others are rejected: their
  ///   lease has ended, or another owner has claimed the job since.
  func complete(_ completions: [JobCompletion]) async throws -> Set<Int64>

  /// Returns the jobs that fit a filter, the latest first; one that cannot be read is left out.
  func jobs(_ filter: JobFilter) async throws -> [JobRecord]

  /// Cancels jobs that have not ended: one that runs, as soon as its owner knows.
  ///
  /// - Returns: The number of jobs.
  func cancel(_ filter: JobFilter) async throws -> Int

  /// Removes records of jobs that have ended, but not of a flow with a step that has not.
  ///
  /// - Returns: The number of jobs.
  func delete(_ filter: JobFilter) async throws -> Int

  /// Lets jobs that failed or were cancelled run again, with all attempts before them.
  ///
  /// They do not expire any more.
  ///
  /// One whose key another job has by now is left as it is. Steps that were skipped because of them
  /// are blocked again.
  ///
  /// - Returns: The number of jobs.
  func retry(_ filter: JobFilter) async throws -> Int

  /// Pauses or resumes a queue for all processes.
  func setPaused(_ isPaused: Bool, queue: String) async throws

  /// Returns the queues that have jobs or are paused, by their names.
  func queues() async throws -> [JobQueueRecord]

  /// Removes records of jobs whose retention is over, the oldest first; those of a flow not before
  /// all its steps have ended.
  ///
  /// - Returns: The number of removed records.
  func pruneJobs(limit: Int) async throws -> Int

  /// Removes records of jobs that have ended, at most `limit`, until `count` of them are left, with
  /// no more than `bytes` in their payloads and results.
  ///
  /// Removes them in the order in which their retention ends. Keeps the jobs of a flow until all its
  /// steps have ended.
  ///
  /// - Returns: The number of removed records.
  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int
}

/// The jobs of a queue that a process has room for.
public struct ClaimableQueue: Sendable, Hashable {
  public var name: String

  /// The number of jobs that the process has room for.
  public var room: Int

  /// The maximum number of jobs that run at once in all processes, or `nil` for no limit.
  public var width: Int?

  /// The rate at which jobs begin in all processes, or `nil` for no limit.
  public var rate: JobRate?

  /// Creates a claimable queue.
  public init(name: String, room: Int, width: Int? = nil, rate: JobRate? = nil) {
    self.name = name
    self.room = room
    self.width = width
    self.rate = rate
  }
}

/// Claimed jobs, and when there will be more.
public struct ClaimedJobs: Sendable, Hashable {
  /// The claims, those to begin first at the front.
  public var claims: [JobClaim]

  /// The time until the next delayed job is due or the rate of a queue lets one of its waiting
  /// jobs begin, or `nil` if there is none.
  ///
  /// A delayed job of another queue or name may count. The process then looks at the store once
  /// more than it has to.
  public var nextDue: Duration?

  /// Creates the answer of a store.
  public init(claims: [JobClaim] = [], nextDue: Duration? = nil) {
    self.claims = claims
    self.nextDue = nextDue
  }
}

/// A job that an owner has claimed, for the time of a lease.
public struct JobClaim: Sendable, Hashable {
  public var id: JobID
  public var name: String
  public var queue: String

  /// The payload, in JSON.
  public var payload: String

  /// The number of this attempt, counted from 1.
  public var attempt: Int

  /// The process that has claimed it.
  public var owner: String

  /// Greater than those of all earlier claims of the store's jobs.
  public var token: Int64

  /// When it was stored.
  public var enqueued: TaskTime

  /// When it was due.
  public var due: TaskTime

  /// When it was claimed, by the store's clock.
  public var begun: TaskTime

  /// The flow that it is a step of.
  public var flow: JobID?

  /// The maximum number of attempts, or `nil` for the number of its declaration.
  public var maximumAttempts: Int?

  /// The span that enqueued it, in the form of the header `traceparent`.
  public var traceParent: String?

  /// Creates a claim from its parts.
  public init(
    id: JobID, name: String, queue: String, payload: String, attempt: Int, owner: String,
    token: Int64, enqueued: TaskTime, due: TaskTime, begun: TaskTime, flow: JobID? = nil,
    maximumAttempts: Int? = nil, traceParent: String? = nil
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.payload = payload
    self.attempt = attempt
    self.owner = owner
    self.token = token
    self.enqueued = enqueued
    self.due = due
    self.begun = begun
    self.flow = flow
    self.maximumAttempts = maximumAttempts
    self.traceParent = traceParent
  }
}

/// The end of an attempt of a job.
public struct JobCompletion: Sendable, Hashable {
  /// The end of an attempt.
  public enum Outcome: Sendable, Hashable {
    /// The job is done, with a result in JSON.
    case succeeded(result: String?)
    /// It failed, and is tried again after a pause.
    case retry(after: Duration, detail: String)
    /// It runs again after a pause, and the attempt does not count.
    case snoozed(for: Duration)
    /// It failed for good.
    case failed(detail: String)
    case cancelled
    /// The process gives it back, and the attempt does not count.
    case returned
  }

  public var claim: JobClaim
  public var outcome: Outcome

  /// A Boolean value that indicates whether the job is done.
  var hasSucceeded: Bool { if case .succeeded = outcome { true } else { false } }

  /// Creates a completion.
  public init(claim: JobClaim, outcome: Outcome) {
    self.claim = claim
    self.outcome = outcome
  }
}
