public import TaskKit

/// The record of a job in a store.
public struct JobRecord: Sendable, Hashable {
  /// The state of a job.
  ///
  /// Later versions may add states.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The name of the state in the store.
    public let rawValue: String

    /// Creates a state from its name in the store.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The job is not due yet: for its first attempt, after a failed one, or because it sleeps or
    /// waits for a signal.
    public static let delayed = State(rawValue: "delayed")
    /// The job is due, and no process has claimed it.
    public static let waiting = State(rawValue: "waiting")
    /// A process has claimed the job.
    public static let running = State(rawValue: "running")
    /// The job succeeded.
    public static let succeeded = State(rawValue: "succeeded")
    /// The last attempt of the job failed.
    ///
    /// It is kept as a dead letter, to be inspected and retried.
    public static let failed = State(rawValue: "failed")
    /// The job was cancelled.
    public static let cancelled = State(rawValue: "cancelled")
    /// The job waits for steps before it in a flow, or for an earlier job with its order key.
    public static let blocked = State(rawValue: "blocked")
    /// The job is a step of a flow, and a step before it failed permanently or was cancelled.
    ///
    /// Or the run of a fire did not start, because a condition of its task was not met.
    public static let skipped = State(rawValue: "skipped")
    /// The job is a fire of a schedule that has no run.
    public static let missed = State(rawValue: "missed")

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

  /// The time at which the job was stored.
  public var enqueueTime: TaskTime

  /// The time at which the job is or was due.
  public var dueTime: TaskTime

  /// The number of the latest attempt, counted from 1, or 0 before the first.
  public var attempt: Int

  /// A Boolean value that indicates whether the job still runs although its cancellation was
  /// requested.
  public var isCancelling: Bool

  /// The latest process that claimed the job.
  public var owner: String?

  /// The token of the latest claim.
  public var token: Int64?

  /// The time of the latest claim.
  public var startTime: TaskTime?

  /// The time at which the job ended.
  public var endTime: TaskTime?

  /// The reported progress, from 0 to 1.
  public var progress: Double?

  /// The result, in JSON.
  public var result: String?

  /// The error of the latest failed attempt, or the reason why the job was skipped.
  public var detail: String?

  /// The step of a flow, or `nil` if the job does not belong to a flow.
  public var step: JobStep?

  /// The maximum number of attempts, or `nil` for the number of its declaration.
  public var maximumAttempts: Int?

  /// Words with which to find jobs.
  public var tags: [String]

  /// The time at which the job is cancelled if it has not started, or `nil` for never.
  public var expirationTime: TaskTime?

  /// The span that enqueued the job, in the format of the header `traceparent`.
  public var traceParent: String?

  /// The signal that the job waits for.
  ///
  /// The job is then ``State/delayed``, and due at the deadline of the signal.
  public var signal: String?

  /// The key of the order.
  ///
  /// Jobs with the same name and order key run one at a time.
  public var orderKey: String?

  /// Creates a record.
  public init(
    id: JobID, name: String, queue: String, priority: Int = 0, state: State, payload: String,
    enqueueTime: TaskTime, dueTime: TaskTime, attempt: Int = 0, isCancelling: Bool = false,
    owner: String? = nil, token: Int64? = nil, startTime: TaskTime? = nil, endTime: TaskTime? = nil,
    progress: Double? = nil, result: String? = nil, detail: String? = nil, step: JobStep? = nil,
    maximumAttempts: Int? = nil, tags: [String] = [], expirationTime: TaskTime? = nil,
    traceParent: String? = nil, signal: String? = nil, orderKey: String? = nil
  ) {
    self.id = id
    self.name = name
    self.queue = queue
    self.priority = priority
    self.state = state
    self.payload = payload
    self.enqueueTime = enqueueTime
    self.dueTime = dueTime
    self.attempt = attempt
    self.isCancelling = isCancelling
    self.owner = owner
    self.token = token
    self.startTime = startTime
    self.endTime = endTime
    self.progress = progress
    self.result = result
    self.detail = detail
    self.step = step
    self.maximumAttempts = maximumAttempts
    self.tags = tags
    self.expirationTime = expirationTime
    self.traceParent = traceParent
    self.signal = signal
    self.orderKey = orderKey
  }
}

/// A step of a flow in a store.
public struct JobStep: Sendable, Hashable {
  /// The identifier of the flow, which is the identifier of its first step.
  public var flow: JobID

  /// The name of the flow.
  public var flowName: String

  /// The name of the step, which is unique in the flow.
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

/// A filter of jobs, which matches jobs that satisfy all conditions.
public struct JobFilter: Sendable, Hashable {
  /// The identifiers, or `nil` for all.
  public var ids: [JobID]?

  /// The name of the jobs, or `nil` for all.
  public var name: String?

  /// The queue of the jobs, or `nil` for all queues without fires of schedules.
  ///
  /// The queue `schedule:nightly` has the fires of the task `nightly`, and `schedule:` stands for
  /// the fires of all tasks. They are sorted by their fire times, starting with the latest.
  public var queue: String?

  /// The states of the jobs, or `nil` for all.
  public var states: [JobRecord.State]?

  /// The flow of the jobs, or `nil` for all jobs.
  public var flow: JobID?

  /// A tag of the jobs, or `nil` for all jobs.
  public var tag: String?

  /// A string that the payload, the unique key or the error of the jobs contains, or `nil` for all
  /// jobs.
  ///
  /// A store compares it with each job that satisfies the other conditions.
  public var text: String?

  /// An identifier that is greater than the jobs' identifiers, or `nil` for all jobs.
  ///
  /// Pass the last identifier of a page to get the next page. It also works while jobs are enqueued
  /// and removed.
  public var before: JobID?

  /// The maximum number of jobs, starting with the latest.
  public var limit: Int

  /// Creates a filter.
  public init(
    ids: [JobID]? = nil, name: String? = nil, queue: String? = nil,
    states: [JobRecord.State]? = nil, flow: JobID? = nil,
    tag: String? = nil, text: String? = nil, before: JobID? = nil, limit: Int = 100
  ) {
    self.ids = ids
    self.name = name
    self.queue = queue
    self.states = states
    self.flow = flow
    self.tag = tag
    self.text = text
    self.before = before
    self.limit = limit
  }

  /// Returns a filter for jobs with these identifiers.
  public static func ids(_ ids: JobID...) -> JobFilter { JobFilter(ids: ids) }
}

/// A queue with its numbers of jobs.
public struct JobQueueRecord: Sendable, Hashable {
  public var name: String

  /// A Boolean value that indicates whether the queue is paused, so that no process claims its
  /// jobs.
  public var isPaused: Bool

  /// The number of its jobs in each state.
  ///
  /// A missing state counts as 0.
  public var counts: [JobRecord.State: Int]

  /// The time at which the first of its waiting jobs was due, or `nil` if none waits.
  public var oldestDueTime: TaskTime?

  /// Creates a record of a queue.
  public init(
    name: String, isPaused: Bool = false, counts: [JobRecord.State: Int] = [:],
    oldestDueTime: TaskTime? = nil
  ) {
    self.name = name
    self.isPaused = isPaused
    self.counts = counts
    self.oldestDueTime = oldestDueTime
  }

  /// Takes over the number of jobs in a state, and the first time at which one of them was due.
  mutating func note(_ count: Int, _ state: JobRecord.State, firstDueTime: Int64?) {
    counts[state] = count
    if state == .waiting { oldestDueTime = firstDueTime.map { TaskTime(nanoseconds: $0) } }
  }
}

/// The identifier of a job in its store.
public struct JobID: Sendable, Hashable, Comparable, Codable, LosslessStringConvertible {
  /// The number, which is greater than the numbers of all earlier jobs.
  public let number: Int64

  /// Creates an identifier from its number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// Creates an identifier from a string with its number.
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
