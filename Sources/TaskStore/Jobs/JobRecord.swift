public import TaskKit

/// A job as a store keeps it: what, where, when and why.
public struct JobRecord: Sendable, Hashable {
  /// The state of a job; the list may grow.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The word in the store.
    public let rawValue: String

    /// Creates a state from its word in the store.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// It is not due yet: for the first time, or after an attempt that failed.
    public static let delayed = State(rawValue: "delayed")
    /// It is due, and no process has claimed it.
    public static let waiting = State(rawValue: "waiting")
    /// A process has claimed it.
    public static let running = State(rawValue: "running")
    /// It did what it does.
    public static let succeeded = State(rawValue: "succeeded")
    /// Its last attempt failed: a dead letter, which is kept to be looked at and run again.
    public static let failed = State(rawValue: "failed")
    /// It was cancelled.
    public static let cancelled = State(rawValue: "cancelled")
    /// A step of a flow: steps before it have not succeeded yet.
    public static let blocked = State(rawValue: "blocked")
    /// A step of a flow: one before it failed for good or was cancelled.
    public static let skipped = State(rawValue: "skipped")

    /// The states of jobs that have not ended.
    public static let open: [State] = [.blocked, .delayed, .waiting, .running]

    /// A Boolean value that indicates whether the job has not ended.
    public var isOpen: Bool { Self.open.contains(self) }

    public var description: String { rawValue }
  }

  public var id: JobID
  public var name: String
  public var queue: String
  public var priority: Int
  public var state: State

  /// The payload, in JSON.
  public var payload: String

  /// When it was stored.
  public var enqueued: TaskTime

  /// When it is, or was, due.
  public var due: TaskTime

  /// The number of the latest attempt, counted from 1; 0 if there was none.
  public var attempt: Int

  /// A Boolean value that indicates whether it is to be cancelled, and still runs.
  public var isCancelling: Bool

  /// The process that claimed it last.
  public var owner: String?

  /// The token of the latest claim.
  public var token: Int64?

  /// When it was claimed last.
  public var begun: TaskTime?

  /// When it ended.
  public var ended: TaskTime?

  /// The progress that it has reported, from 0 to 1.
  public var progress: Double?

  /// The result, in JSON.
  public var result: String?

  /// The error of the latest attempt that failed, or why it was skipped.
  public var detail: String?

  /// The step of a flow that it is, or `nil` if it is in none.
  public var step: JobStep?

  /// The maximum number of attempts, or `nil` for the number of its declaration.
  public var maximumAttempts: Int?

  /// Words by which jobs are found.
  public var tags: [String]

  /// When it ends as cancelled unless it has started, or `nil` for never.
  public var expires: TaskTime?

  /// The span that enqueued it, in the form of the header `traceparent`.
  public var traceParent: String?

  /// Creates a record.
  public init(
    id: JobID, name: String, queue: String, priority: Int = 0, state: State, payload: String,
    enqueued: TaskTime, due: TaskTime, attempt: Int = 0, isCancelling: Bool = false,
    owner: String? = nil, token: Int64? = nil, begun: TaskTime? = nil, ended: TaskTime? = nil,
    progress: Double? = nil, result: String? = nil, detail: String? = nil, step: JobStep? = nil,
    maximumAttempts: Int? = nil, tags: [String] = [], expires: TaskTime? = nil,
    traceParent: String? = nil
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.priority = priority
    self.state = state
    self.payload = payload
    self.enqueued = enqueued
    self.due = due
    self.attempt = attempt
    self.isCancelling = isCancelling
    self.owner = owner
    self.token = token
    self.begun = begun
    self.ended = ended
    self.progress = progress
    self.result = result
    self.detail = detail
    self.step = step
    self.maximumAttempts = maximumAttempts
    self.tags = tags
    self.expires = expires
    self.traceParent = traceParent
  }
}

/// A step of a flow, as a store keeps it.
public struct JobStep: Sendable, Hashable {
  /// Identifies the flow: the identifier of its first step.
  public var flow: JobID

  /// The name of the flow.
  public var flowName: String

  /// The name of the step, which no other one of the flow has.
  public var name: String

  /// The steps that must have succeeded before it.
  public var after: [JobID]

  /// Creates a step.
  public init(flow: JobID, flowName: String, name: String, after: [JobID] = []) {
    self.flow = flow
    self.flowName = flowName
    self.name = name
    self.after = after
  }
}

/// Which jobs are meant: those that fit all that is said.
public struct JobFilter: Sendable, Hashable {
  /// The identifiers, or `nil` for all.
  public var ids: [JobID]?

  /// The name of their declaration, or `nil` for all.
  public var name: String?

  /// The name of their queue, or `nil` for all.
  public var queue: String?

  /// Their states, or `nil` for all.
  public var states: [JobRecord.State]?

  /// The flow that they are steps of, or `nil` for all jobs.
  public var flow: JobID?

  /// A tag that they have, or `nil` for all jobs.
  public var tag: String?

  /// An identifier that is greater than theirs, or `nil` for all jobs.
  ///
  /// The last identifier of a page finds the next page, also while jobs are enqueued and removed.
  public var before: JobID?

  /// The maximum number of jobs, of which the latest come first.
  public var limit: Int

  /// Creates a filter.
  public init(
    ids: [JobID]? = nil, name: String? = nil, queue: String? = nil,
    states: [JobRecord.State]? = nil, flow: JobID? = nil,
    tag: String? = nil, before: JobID? = nil, limit: Int = 100
  ) {
    self.ids = ids
    self.name = name
    self.queue = queue
    self.states = states
    self.flow = flow
    self.tag = tag
    self.before = before
    self.limit = limit
  }

  /// The jobs of some identifiers.
  public static func ids(_ ids: JobID...) -> JobFilter { JobFilter(ids: ids) }
}

/// A queue, and how many jobs it has.
public struct JobQueueRecord: Sendable, Hashable {
  public var name: String

  /// A Boolean value that indicates whether no process may claim its jobs.
  public var isPaused: Bool

  /// The number of its jobs by their states; 0 if there is none.
  public var counts: [JobRecord.State: Int]

  /// Creates a record of a queue.
  public init(name: String, isPaused: Bool = false, counts: [JobRecord.State: Int] = [:]) {
    self.name = name
    self.isPaused = isPaused
    self.counts = counts
  }
}

/// Identifies a job in its store.
public struct JobID: Sendable, Hashable, Comparable, Codable, LosslessStringConvertible {
  /// The number: that of a job is greater than those of the jobs before it.
  public let number: Int64

  /// Creates an identifier from its number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// Creates an identifier from its number as text.
  public init?(_ description: String) {
    guard let number = Int64(description) else { return nil }
    self.init(number)
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  public var description: String { "\(number)" }

  public static func < (left: JobID, right: JobID) -> Bool { left.number < right.number }
}
