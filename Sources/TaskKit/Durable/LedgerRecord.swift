public import Foundation

/// The record of a fire in a store.
public struct LedgerRecord: Sendable, Hashable {
  /// The state of a fire.
  ///
  /// More states may be added.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The name of the state in the store.
    public let rawValue: String

    /// Creates a state from its name in the store.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The fire waits for a process to claim it.
    public static let due = State(rawValue: "due")
    /// A process has claimed the fire.
    public static let running = State(rawValue: "running")
    /// The run of the fire succeeded.
    public static let succeeded = State(rawValue: "succeeded")
    /// The run of the fire threw an error, or took too long.
    public static let failed = State(rawValue: "failed")
    /// The run of the fire was cancelled.
    public static let cancelled = State(rawValue: "cancelled")
    /// The run of the fire did not start, because a condition of the task was not met.
    public static let skipped = State(rawValue: "skipped")
    /// The fire has no run.
    public static let missed = State(rawValue: "missed")

    /// A Boolean value that indicates whether the fire waits for a run, or the run has not
    /// finished.
    public var isUnfinished: Bool { self == .due || self == .running }

    public var description: String { rawValue }
  }

  public var task: String
  public var fireTime: TaskTime
  public var state: State

  /// The number of the run, counted from 1, or 0 if the fire has no run.
  public var number: Int

  /// The fires without a run that this record accounts for.
  public var missed: MissedFires?

  /// The process with the latest claim.
  public var owner: String?

  /// The fencing token of the latest claim.
  public var token: Int64?

  /// The number of claims that were not given back.
  ///
  /// It is greater than 1 if a process died or lost its lease.
  public var claims: Int

  /// The time of the latest claim.
  public var startTime: TaskTime?

  /// The time at which the fire was settled.
  public var endTime: TaskTime?

  /// The error, or the reason why the task was skipped.
  public var detail: String?

  /// Creates a record.
  public init(
    task: String, fireTime: TaskTime, state: State, number: Int = 0, missed: MissedFires? = nil,
    owner: String? = nil, token: Int64? = nil, claims: Int = 0, startTime: TaskTime? = nil,
    endTime: TaskTime? = nil, detail: String? = nil
  ) {
    self.task = task
    self.fireTime = fireTime
    self.state = state
    self.number = number
    self.missed = missed
    self.owner = owner
    self.token = token
    self.claims = claims
    self.startTime = startTime
    self.endTime = endTime
    self.detail = detail
  }
}

extension LedgerRecord: CustomStringConvertible {
  /// The record as one line.
  public var description: String {
    var parts = ["\(task), due at \(fireTime.date.formatted(.iso8601)): \(state)"]
    if let owner { parts.append("by \(owner)") }
    if claims > 1 { parts.append("claimed \(claims) times") }
    if let missed {
      parts.append("\(missed.count) without a run: \(missed.reason.words)")
    }
    if let detail { parts.append(detail) }
    return parts.joined(separator: "; ")
  }
}

/// Consecutive fires without a run, for one reason.
public struct MissedFires: Sendable, Hashable {
  public var count: Int

  /// The first fire time.
  public var since: TaskTime

  public var reason: TaskMissReason

  /// Creates a description of missed fires.
  public init(count: Int, since: TaskTime, reason: TaskMissReason) {
    self.count = count
    self.since = since
    self.reason = reason
  }
}

/// A time as a store keeps it, in whole nanoseconds since the start of 1970, UTC.
///
/// It is exact, so that a fire time is the same number in every process and in the store.
public struct TaskTime: Sendable, Hashable, Comparable, Codable {
  /// The nanoseconds since the start of 1970, UTC, within 292 years of it.
  public let nanoseconds: Int64

  /// Creates a time from nanoseconds since the start of 1970, UTC.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates the time of a date, to the nanosecond.
  public init(_ date: Date) {
    self.init(date.since1970)
  }

  /// Creates a time from a duration since the start of 1970, clamped to 292 years.
  init(_ sinceEpoch: Duration) {
    nanoseconds = sinceEpoch.nanosecondsPassed
  }

  /// The duration since the start of 1970.
  var sinceEpoch: Duration { .nanoseconds(nanoseconds) }

  /// The time as a date.
  public var date: Date { Date(since1970: sinceEpoch) }

  public static func < (left: TaskTime, right: TaskTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the time after a duration, clamped to 292 years from 1970.
  public static func + (time: TaskTime, duration: Duration) -> TaskTime {
    TaskTime(time.sinceEpoch + .nanoseconds(duration.nanosecondsPassed))
  }

  /// Returns the duration between two times, negative if `left` is earlier.
  public static func - (left: TaskTime, right: TaskTime) -> Duration {
    left.sinceEpoch - right.sinceEpoch
  }
}

/// The progress of a durable schedule, which a store keeps beside the definition.
public struct ScheduleProgress: Sendable, Hashable {
  /// The first fire time that is not decided, or `nil` if no fire remains.
  public var next: TaskTime?

  /// The jitter of the next run.
  public var delay: Duration

  /// The latest fire time that is decided.
  public var latest: TaskTime?

  /// The number of runs so far.
  public var runs: Int

  /// The number of remaining fires, whether run or skipped, or `nil` for no limit.
  public var remaining: Int?

  /// A Boolean value that indicates whether fires have passed during a pause and wait for its end.
  public var isHolding: Bool

  /// Creates a progress from its parts.
  public init(
    next: TaskTime?, delay: Duration = .zero, latest: TaskTime? = nil, runs: Int = 0,
    remaining: Int? = nil, isHolding: Bool = false
  ) {
    self.next = next
    self.delay = delay
    self.latest = latest
    self.runs = runs
    self.remaining = remaining
    self.isHolding = isHolding
  }

  /// The time of the next decision, or `nil` if it depends on the end of a pause or no fire
  /// remains.
  public var wake: TaskTime? { isHolding ? nil : next.map { $0 + delay } }
}
