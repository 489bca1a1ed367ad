/// The latest reports, oldest first.
struct TaskHistory: Sendable {
  /// How many are kept.
  private static let capacity = 1_000

  private(set) var reports: [TaskRunReport] = []

  /// How many older ones have been dropped.
  private(set) var dropped = 0

  mutating func append(_ report: TaskRunReport) {
    if reports.count == Self.capacity {
      // Seldom, so that this costs little for each.
      reports.removeFirst(Self.capacity / 10)
      dropped += Self.capacity / 10
    }
    reports.append(report)
  }
}
