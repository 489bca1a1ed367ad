public import TaskKit

/// The time at which a job is due, by the clock of its store.
public struct JobTime: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case after(Duration)
    case at(TaskTime)
  }

  package let kind: Kind

  /// Immediately.
  public static let now = JobTime(kind: .after(.zero))

  /// Returns a time of day.
  public static func at(_ time: TaskTime) -> JobTime { JobTime(kind: .at(time)) }

  /// Returns a time that is later by a duration.
  public static func + (time: JobTime, duration: Duration) -> JobTime {
    switch time.kind {
    case .after(let delay): JobTime(kind: .after(delay + duration))
    case .at(let time): JobTime(kind: .at(time + duration))
    }
  }

  /// Returns the time by the clock of a store.
  package func time(at now: TaskTime) -> TaskTime {
    switch kind {
    case .after(let delay): now + max(.zero, delay)
    case .at(let time): time
    }
  }
}

/// A job to store.
public struct NewJob: Sendable, Hashable {
  /// The parts of a job that another job with the same key can replace.
  public struct Parts: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The payload and the tags.
    public static let payload = Parts(rawValue: 1)
    /// The time at which the job is due, and the time at which it expires.
    public static let time = Parts(rawValue: 2)
    public static let priority = Parts(rawValue: 4)
  }

  /// The name of the job's declaration.
  public var name: String

  public var queue: String

  /// The payload, in JSON.
  public var payload: String

  public var dueTime: JobTime

  /// The priority.
  ///
  /// If several jobs are due, jobs with a higher priority run earlier.
  public var priority: Int

  /// The unique key.
  ///
  /// The job is not stored while another job with its name holds the same key.
  public var key: String?

  /// The time for which the job holds the key from now on, even after its end, or `nil` to hold it
  /// only until its end.
  public var keyLifetime: Duration?

  /// The states in which a job holds its key, or `nil` for all states before its end.
  ///
  /// A job holds its key at least until it starts. After it has lost the key, it gets the key back
  /// only if it is retried.
  public var keyStates: [JobRecord.State]?

  /// The key of the order.
  ///
  /// Jobs with the same name and order key run one at a time, in the order in which they were
  /// stored. A job holds the key until it has ended.
  public var orderKey: String?

  /// The parts of the job with the same key that are replaced while that job waits.
  public var replacing: Parts

  /// The time for which the record is kept after the job's end.
  public var retention: Duration

  /// The maximum number of attempts, or `nil` for the number of its declaration.
  public var maximumAttempts: Int?

  /// Words with which to find jobs.
  public var tags: [String]

  /// The time after `due` at which the job is cancelled if it has not started, or `nil` for never.
  public var expiry: Duration?

  /// The span that enqueues the job, in the format of the header `traceparent`.
  public var traceParent: String?

  /// A Boolean value that indicates whether the job may change another job with the same key.
  var isReplacing: Bool { key != nil && !replacing.isEmpty }

  /// The tags as JSON, for a database.
  var tagList: String? { tags.isEmpty ? nil : JobJSON.list(tags) }

  /// The states in which the job holds its key, for a database.
  var keyStateList: String? { keyStates.map { $0.map(\.rawValue).joined(separator: ",") } }

  /// Creates a job.
  public init(
    name: String, queue: String = "default", payload: String, dueTime: JobTime = .now,
    priority: Int = 0, key: String? = nil, keyLifetime: Duration? = nil,
    keyStates: [JobRecord.State]? = nil, replacing: Parts = [],
    retention: Duration = .seconds(3 * 86_400), maximumAttempts: Int? = nil, tags: [String] = [],
    expiry: Duration? = nil, traceParent: String? = nil, orderKey: String? = nil
  ) {
    self.name = name
    self.queue = queue
    self.payload = payload
    self.dueTime = dueTime
    self.priority = priority
    self.key = key
    self.keyLifetime = keyLifetime
    self.keyStates = keyStates
    self.replacing = replacing
    self.retention = retention
    self.maximumAttempts = maximumAttempts
    self.tags = tags
    self.expiry = expiry
    self.traceParent = traceParent
    self.orderKey = orderKey
  }
}

/// The result of storing a job.
public struct EnqueuedJob: Sendable, Hashable {
  /// The identifier of the job, or of the job that holds its key.
  public var id: JobID

  /// `false` if the job was not stored because another job holds its key.
  public var isNew: Bool

  /// Creates a result.
  public init(id: JobID, isNew: Bool) {
    self.id = id
    self.isNew = isNew
  }
}

/// A flow to store: jobs with steps before and after each other.
public struct NewFlow: Sendable, Hashable {
  /// A step of a flow to store.
  public struct Step: Sendable, Hashable {
    /// The name, which is unique in the flow.
    public var name: String

    public var job: NewJob

    /// The positions of the steps that must succeed before this one, all lower than its own.
    public var after: [Int]

    /// Creates a step.
    public init(_ name: String, _ job: NewJob, after: [Int] = []) {
      self.name = name
      self.job = job
      self.after = after
    }
  }

  public var name: String

  /// The steps, each after the steps that must succeed before it.
  public var steps: [Step]

  /// Creates a flow.
  public init(_ name: String, _ steps: [Step]) {
    self.name = name
    self.steps = steps
  }
}

extension TaskStoreError {
  /// Returns the error for a step whose unique key another job holds.
  static func heldKey(_ step: NewFlow.Step, by job: JobID?, in flow: NewFlow) -> TaskStoreError {
    let holder = job.map { "the job \($0)" } ?? "another job"
    return TaskStoreError(
      .heldKey,
      """
      the flow '\(flow.name)' is not stored: its step '\(step.name)' has the unique key \
      '\(step.job.key ?? "")', which \(holder) of '\(step.job.name)' has. Wait until it finishes, \
      or cancel it.
      """)
  }
}

extension JobRecord {
  /// The detail of a job that has expired.
  static let expired = "it expired before it started"
}
