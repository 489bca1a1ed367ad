/// The latest reports, oldest first.
struct RunHistory: Sendable {
  /// The number of reports that are kept.
  private static let capacity = 1_000

  private(set) var reports: [TaskRunReport] = []

  /// The number of older reports that were dropped.
  private(set) var dropped = 0

  /// Adds a report.
  ///
  /// - Returns: Those that are dropped for it, for the caller to let go of: errors of
  ///   tasks may run code when they go.
  mutating func append(_ report: TaskRunReport) -> [TaskRunReport] {
    var old: [TaskRunReport] = []
    if reports.count == Self.capacity {
      // Seldom, so that this costs little for each.
      old = Array(reports.prefix(Self.capacity / 10))
      reports.removeFirst(old.count)
      dropped += old.count
    }
    reports.append(report)
    return old
  }
}
