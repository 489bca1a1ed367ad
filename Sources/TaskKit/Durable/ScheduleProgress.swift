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
