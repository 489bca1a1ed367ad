/// A report of a manager's runs so far.
///
/// It is a value: later runs do not change it.
///
/// ```swift
/// print(TaskManager.shared.report)
/// ```
public struct TaskReport: Sendable {
  /// The latest finished runs, oldest first.
  public let runs: [TaskRunReport]

  /// The number of older runs whose reports were dropped.
  public let droppedRunCount: Int

  /// Returns the runs for an event, or for any of several, oldest first.
  public func runs(of event: TaskEvent) -> [TaskRunReport] {
    let names = Set(event.members.map(\.description))
    return runs.filter { names.contains($0.occasion) }
  }
}

extension TaskReport: CustomStringConvertible {
  /// The runs as plain text, one after another.
  public var description: String {
    guard !runs.isEmpty else { return "no tasks have run" }
    let text = runs.map(\.description).joined(separator: "\n\n")
    guard droppedRunCount > 0 else { return text }
    return "the oldest \(droppedRunCount) of \(runs.count + droppedRunCount) runs are omitted\n\n"
      + text
  }
}

/// The latest reports, oldest first.
struct RunHistory: Sendable {
  /// The number of reports that are kept.
  private static let capacity = 1_000

  private var reports: [TaskRunReport] = []

  /// The number of older reports that were dropped.
  private var dropped = 0

  /// The report of these runs.
  var report: TaskReport { TaskReport(runs: reports, droppedRunCount: dropped) }

  /// Adds a report.
  ///
  /// - Returns: The dropped reports, for the caller to release after unlocking, because errors of
  ///   tasks may run code when they are released.
  mutating func append(_ report: TaskRunReport) -> [TaskRunReport] {
    var old: [TaskRunReport] = []
    if reports.count == Self.capacity {
      // Many at once, and therefore rarely, so that the cost per report is small.
      old = Array(reports.prefix(Self.capacity / 10))
      reports.removeFirst(old.count)
      dropped += old.count
    }
    reports.append(report)
    return old
  }
}
