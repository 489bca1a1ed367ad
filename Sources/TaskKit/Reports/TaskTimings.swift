/// The usual durations of tasks, from the runs so far.
///
/// Of the tasks that may run, those with the longest way to the end come first; what
/// earlier launches took says which these are. Keep it as JSON, say, and give it to
/// ``TaskManager/timings`` at the next start.
public struct TaskTimings: Sendable, Hashable, Codable {
  private var nanoseconds: [String: Int64] = [:]

  /// Knows nothing.
  public init() {}

  /// The usual duration of a task, if it has run: half of it from the latest run, so that a
  /// single slow one does not count for long.
  public internal(set) subscript(task: String) -> Duration? {
    get { nanoseconds[task].map { .nanoseconds($0) } }
    set { nanoseconds[task] = newValue?.nanoseconds }
  }
}
