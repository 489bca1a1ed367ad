public import TaskKit

/// When a job is due, by the clock of its store.
public struct JobTime: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case after(Duration)
    case at(TaskTime)
  }

  package let kind: Kind

  /// At once.
  public static let now = JobTime(kind: .after(.zero))

  /// At a time of day.
  public static func at(_ time: TaskTime) -> JobTime { JobTime(kind: .at(time)) }

  /// Returns the time later by a duration.
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

/// A job that is to be stored.
public struct NewJob: Sendable, Hashable {
  /// Parts of a job that another one with its key replaces.
  public struct Parts: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The payload, with the tags.
    public static let payload = Parts(rawValue: 1)
    /// The time at which it is due, with the one at which it expires.
    public static let time = Parts(rawValue: 2)
    public static let priority = Parts(rawValue: 4)
  }

  /// The name of the declaration that runs it.
  public var name: String

  public var queue: String

  /// The payload, in JSON.
  public var payload: String

  public var due: JobTime

  /// Of jobs that are due, one of a greater priority runs earlier.
  public var priority: Int

  /// While a job of the same name and key is stored and has not ended, this one is not stored.
  public var key: String?

  /// The time for which the key counts from now on, even if the job has ended, or `nil` for no
  /// longer than until then.
  public var keyLifetime: Duration?

  /// The states in which a job keeps its key, or `nil` for all states of jobs that have not ended.
  ///
  /// A job keeps its key at least until it starts. Once it has lost the key, it gets the key back
  /// only if it is retried.
  public var keyStates: [JobRecord.State]?

  /// The parts of the job with its key that it replaces if that job waits.
  public var replacing: Parts

  /// The time for which its record is kept after its end.
  public var retention: Duration

  /// The maximum number of attempts, or `nil` for the number of its declaration.
  public var maximumAttempts: Int?

  /// Words by which jobs are found.
  public var tags: [String]

  /// The time after `due` at which it ends as cancelled unless it has started, or `nil` for never.
  public var expiry: Duration?

  /// The span that enqueues it, in the form of the header `traceparent`.
  public var traceParent: String?

  /// A Boolean value that indicates whether it changes a job that has its key.
  var isReplacing: Bool { key != nil && !replacing.isEmpty }

  /// The tags as a store in a database keeps them, in JSON.
  var tagList: String? { tags.isEmpty ? nil : JobJSON.list(tags) }

  /// The states in which the job keeps its key, as a store in a database keeps them.
  var keyStateList: String? { keyStates.map { $0.map(\.rawValue).joined(separator: ",") } }

  /// Creates a job.
  public init(
    name: String, queue: String = "default", payload: String, due: JobTime = .now,
    priority: Int = 0, key: String? = nil, keyLifetime: Duration? = nil,
    keyStates: [JobRecord.State]? = nil, replacing: Parts = [],
    retention: Duration = .seconds(3 * 86_400), maximumAttempts: Int? = nil, tags: [String] = [],
    expiry: Duration? = nil, traceParent: String? = nil
  ) {
    self.name = name
    self.queue = queue
    self.payload = payload
    self.due = due
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
  }
}

/// A job that a store was asked to keep.
public struct EnqueuedJob: Sendable, Hashable {
  /// The job's identifier, or that of the job that has its key.
  public var id: JobID

  /// `false` if another job has its key, and this one is not stored.
  public var isNew: Bool

  /// Creates an answer of a store.
  public init(id: JobID, isNew: Bool) {
    self.id = id
    self.isNew = isNew
  }
}

/// A flow that is to be stored: jobs that come after each other.
public struct NewFlow: Sendable, Hashable {
  /// A step of a flow that is to be stored.
  public struct Step: Sendable, Hashable {
    /// The name, which no other step of the flow has.
    public var name: String

    public var job: NewJob

    /// The steps that must have succeeded before it, by their positions, which are before its own.
    public var after: [Int]

    /// Creates a step.
    public init(_ name: String, _ job: NewJob, after: [Int] = []) {
      self.name = name
      self.job = job
      self.after = after
    }
  }

  public var name: String

  /// The steps, each after all that it comes after.
  public var steps: [Step]

  /// Creates a flow.
  public init(_ name: String, _ steps: [Step]) {
    self.name = name
    self.steps = steps
  }
}

extension TaskStoreError {
  /// Another job has the unique key of a step.
  static func heldKey(_ step: NewFlow.Step, by job: JobID?, in flow: NewFlow) -> TaskStoreError {
    let holder = job.map { "the job \($0)" } ?? "another job"
    return TaskStoreError(
      .heldKey,
      """
      the flow '\(flow.name)' is not stored: its step '\(step.name)' has the unique key \
      '\(step.job.key ?? "")', which \(holder) of '\(step.job.name)' has. Wait for its end, or \
      cancel it.
      """)
  }
}

extension JobRecord {
  /// The detail of a job that has expired.
  static let expired = "it expired before it started"

  /// The reason for which steps after this one are skipped.
  var reasonToSkip: String {
    let end = state == .failed ? "failed: \(detail ?? "")" : "was cancelled"
    return "'\(step?.name ?? name)' (job \(id)), a step before it, \(end)"
  }
}
