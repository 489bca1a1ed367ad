public import TaskKit

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
    /// The run of a fire did not start, because a condition of its task was not met.
    case skipped(detail: String)
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
