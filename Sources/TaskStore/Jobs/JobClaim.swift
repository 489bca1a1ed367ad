public import TaskKit

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

  /// The span that enqueued it, in the form of the header `traceparent`.
  public var traceParent: String?

  /// Creates a claim from its parts.
  public init(
    id: JobID, name: String, queue: String, payload: String, attempt: Int, owner: String,
    token: Int64, enqueued: TaskTime, due: TaskTime, begun: TaskTime, flow: JobID? = nil,
    traceParent: String? = nil
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
