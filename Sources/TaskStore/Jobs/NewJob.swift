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

  /// The time for which its record is kept after its end.
  public var retention: Duration

  /// The span that enqueues it, in the form of the header `traceparent`.
  public var traceParent: String?

  /// Creates a job.
  public init(
    name: String, queue: String = "default", payload: String, due: JobTime = .now,
    priority: Int = 0, key: String? = nil, keyLifetime: Duration? = nil,
    retention: Duration = .seconds(3 * 86_400), traceParent: String? = nil
  ) {
    self.name = name
    self.queue = queue
    self.payload = payload
    self.due = due
    self.priority = priority
    self.key = key
    self.keyLifetime = keyLifetime
    self.retention = retention
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
  /// The reason for which steps after this one are skipped.
  var reasonToSkip: String {
    let end = state == .failed ? "failed: \(detail ?? "")" : "was cancelled"
    return "'\(step?.name ?? name)' (job \(id)), a step before it, \(end)"
  }
}
