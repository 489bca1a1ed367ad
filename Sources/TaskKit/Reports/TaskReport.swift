/// What the runs of a manager were like so far.
///
/// A value: runs that come later do not change it.
///
/// ```swift
/// print(TaskManager.shared.report)
/// ```
public struct TaskReport: Sendable {
  /// The latest runs that are over, the oldest first.
  public let runs: [TaskRunReport]

  /// How many older ones there were, of which nothing is known any more.
  public let droppedRunCount: Int

  /// The runs for an event, or for any of several, the oldest first.
  public func runs(of event: RWTaskEvent) -> [TaskRunReport] {
    let names = Set(event.members.map(\.description))
    return runs.filter { names.contains($0.occasion) }
  }
}

extension TaskReport: CustomStringConvertible {
  /// The runs as plain text, one after the other.
  public var description: String {
    guard !runs.isEmpty else { return "no tasks have run so far" }
    let text = runs.map(\.description).joined(separator: "\n\n")
    guard droppedRunCount > 0 else { return text }
    return "the oldest \(droppedRunCount) of \(runs.count + droppedRunCount) runs are left out\n\n"
      + text
  }
}
