/// How long tasks take, from the runs so far.
///
/// Of the tasks that may run, those with the longest way to the end come first; what
/// earlier launches took says which these are. Keep it as JSON, say, and give it to
/// ``TaskManager/timings`` at the next start.
public struct TaskTimings: Sendable, Hashable, Codable {
  private var nanoseconds: [String: Int64] = [:]

  /// Knows nothing.
  public init() {}

  /// How long a task takes, if it has run.
  public subscript(task: String) -> Duration? {
    nanoseconds[task].map { .nanoseconds($0) }
  }

  /// Takes over what a run took: half of it from the new one, so that a single slow
  /// run does not count for long.
  mutating func learn(from report: TaskRunReport) {
    for task in report.tasks where task.outcome.isSuccess {
      let new = task.duration.nanoseconds
      nanoseconds[task.name] = nanoseconds[task.name].map { ($0 + new) / 2 } ?? new
    }
  }

  /// How long each of some tasks takes; nothing if that is known of none.
  func durations(of entries: [TaskEntry]) -> [Int]? {
    guard entries.contains(where: { nanoseconds[$0.name] != nil }) else { return nil }
    return entries.map { Int(nanoseconds[$0.name] ?? 1) }
  }
}
