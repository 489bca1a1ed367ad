public import Foundation

/// The outcome of a due time, as a store keeps it: what, where, when and why.
public struct LedgerRecord: Sendable, Hashable {
  /// The state of a due time; the list may grow.
  public struct State: Sendable, Hashable, CustomStringConvertible {
    /// The word in the store.
    public let rawValue: String

    /// Creates a state from its word in the store.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// It is to run, and no process has claimed it.
    public static let due = State(rawValue: "due")
    /// A process has claimed it.
    public static let running = State(rawValue: "running")
    /// Its run did what it does.
    public static let succeeded = State(rawValue: "succeeded")
    /// Its run threw an error, or took too long.
    public static let failed = State(rawValue: "failed")
    /// Its run was cancelled.
    public static let cancelled = State(rawValue: "cancelled")
    /// Its run did not begin, as a condition of the task was not met.
    public static let skipped = State(rawValue: "skipped")
    /// Nothing was to run for it.
    public static let missed = State(rawValue: "missed")

    /// A Boolean value that indicates whether its run has not ended.
    public var isUnfinished: Bool { self == .due || self == .running }

    public var description: String { rawValue }
  }

  public var task: String
  public var dueTime: TaskTime
  public var state: State

  /// The number of the run, counted from 1; 0 if nothing was to run.
  public var number: Int

  /// The due times without a run that this record accounts for.
  public var missed: MissedDueTimes?

  /// The process that claimed it last.
  public var owner: String?

  /// The token of the latest claim.
  public var token: Int64?

  /// The number of claims that were not given back: more than one if a process died or lost its
  /// lease.
  public var claims: Int

  /// When it was claimed last.
  public var begun: TaskTime?

  /// When it was settled.
  public var ended: TaskTime?

  /// The error, or the reason why the task was skipped.
  public var detail: String?

  /// Creates a record.
  public init(
    task: String, dueTime: TaskTime, state: State, number: Int = 0, missed: MissedDueTimes? = nil,
    owner: String? = nil, token: Int64? = nil, claims: Int = 0, begun: TaskTime? = nil,
    ended: TaskTime? = nil, detail: String? = nil
  ) {
    self.task = task
    self.dueTime = dueTime
    self.state = state
    self.number = number
    self.missed = missed
    self.owner = owner
    self.token = token
    self.claims = claims
    self.begun = begun
    self.ended = ended
    self.detail = detail
  }
}

extension LedgerRecord: CustomStringConvertible {
  /// The record as one line.
  public var description: String {
    var parts = ["\(task), due at \(dueTime.date.formatted(.iso8601)): \(state)"]
    if let owner { parts.append("by \(owner)") }
    if claims > 1 { parts.append("claimed \(claims) times") }
    if let missed {
      parts.append("\(missed.count) without a run, as \(missed.reason.words)")
    }
    if let detail { parts.append(detail) }
    return parts.joined(separator: "; ")
  }
}

/// Due times in a row without a run, for one reason.
public struct MissedDueTimes: Sendable, Hashable {
  public var count: Int

  /// The first of them.
  public var since: TaskTime

  public var reason: TaskMissReason

  /// Creates a description of missed due times.
  public init(count: Int, since: TaskTime, reason: TaskMissReason) {
    self.count = count
    self.since = since
    self.reason = reason
  }
}

/// A time of day as a store keeps it: whole nanoseconds since the beginning of 1970, UTC.
///
/// It is exact, so that a due time is the same number in every process and in the store.
public struct TaskTime: Sendable, Hashable, Comparable, Codable {
  /// The nanoseconds since the beginning of 1970, UTC; within 292 years of it.
  public let nanoseconds: Int64

  /// Creates a time from nanoseconds since the beginning of 1970, UTC.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates the time of a date, to the nanosecond.
  public init(_ date: Date) {
    self.init(date.since1970)
  }

  /// Creates a time from a duration since the beginning of 1970, clamped to 292 years.
  init(_ sinceEpoch: Duration) {
    nanoseconds = sinceEpoch.nanosecondsPassed
  }

  /// The duration since the beginning of 1970.
  var sinceEpoch: Duration { .nanoseconds(nanoseconds) }

  /// The time as a date.
  public var date: Date { Date(since1970: sinceEpoch) }

  public static func < (left: TaskTime, right: TaskTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the time later by a duration, clamped to 292 years from 1970.
  public static func + (time: TaskTime, duration: Duration) -> TaskTime {
    TaskTime(time.sinceEpoch + .nanoseconds(duration.nanosecondsPassed))
  }

  /// Returns the duration from one time to another.
  public static func - (left: TaskTime, right: TaskTime) -> Duration {
    left.sinceEpoch - right.sinceEpoch
  }
}

/// The progress of a durable schedule: all that a store keeps of it beside its definition.
public struct ScheduleProgress: Sendable, Hashable {
  /// The first due time that is not decided, or `nil` if the task is not due any more.
  public var next: TaskTime?

  /// The jitter of the next run.
  public var delay: Duration

  /// The latest due time that is decided.
  public var latest: TaskTime?

  /// The number of runs so far.
  public var runs: Int

  /// The number of due times left to run or to skip, or `nil` for no limit.
  public var remaining: Int?

  /// A Boolean value that indicates whether due times have passed in a pause, for which the
  /// task runs when it is resumed.
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

  /// When to decide next, or `nil` if that depends on the end of a pause, or never comes.
  public var wake: TaskTime? { isHolding ? nil : next.map { $0 + delay } }
}
