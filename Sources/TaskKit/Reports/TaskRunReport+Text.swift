extension TaskRunReport: CustomStringConvertible {
  /// The run as plain text.
  ///
  /// It starts with a table of the tasks in the order in which they started. The critical path, the
  /// time lost by waiting, and the reasons why tasks did not run follow.
  public var description: String {
    ([headline] + (tasks.isEmpty ? [] : table(of: tasks).lines) + findings)
      .joined(separator: "\n")
  }

  /// A line with the cause and duration of the run.
  var headline: String {
    let count = tasks.count == 1 ? "1 task" : "\(tasks.count) tasks"
    return "run \(number), \(occasion.onOneLine): \(count) in \(duration.readable), \(lanes)"
  }

  private var lanes: String {
    workerCount == 1 ? "main actor and 1 worker" : "main actor and \(workerCount) workers"
  }

  /// Returns a table of some tasks, one per line, with the order in which they started.
  func table(of entries: [Entry]) -> ReportTable {
    var positions: [String: Int] = [:]
    for (index, task) in tasks.enumerated() where task.hasBegun { positions[task.name] = index + 1 }
    var table = ReportTable([
      .right("#"), .left("task"), .left("lane"), .right("start"), .right("wait"), .right("run"),
      .right("tries"), .left("outcome"),
    ])
    for entry in entries {
      let position = positions[entry.name]
      let times =
        position == nil
        ? ["-", "-", "-", "-", "-"]
        : [
          "\(entry.lane)", entry.start.readable, entry.wait.readable, entry.duration.readable,
          "\(entry.attempts)",
        ]
      table.append(
        [position.map { "\($0)" } ?? "-", entry.name] + times + [entry.outcome.word])
    }
    return table
  }

  /// The lines below the table.
  private var findings: [String] {
    criticalPathLines + waitingLines
      + list("failed", of: tasks.filter(\.outcome.isFailure))
      + list("skipped", of: tasks.filter { $0.outcome.reason != nil && !$0.outcome.isFailure })
      + (problems.isEmpty ? [] : ["problems:"] + problems.map { "- \($0.description.onOneLine)" })
  }

  /// The critical path, and the lower bound for the duration of the run.
  var criticalPathLines: [String] {
    let path = criticalPath
    guard !path.isEmpty else { return [] }
    let workers = workerCount == 1 ? "1 worker" : "\(workerCount) workers"
    let bound = "lower bound: \(lowerBound.readable) with \(workers)"
    return [
      "critical path: \(criticalPathDuration.readable), \(path.inARow)",
      lost == .zero ? bound : "\(bound), \(lost.readable) less than it took",
    ]
  }

  private var waitingLines: [String] {
    let waiting = waiting
    guard waiting > .zero, let longest = tasks.max(by: { $0.wait < $1.wait }) else { return [] }
    return [
      "waiting: \(waiting.readable) in all, \(longest.wait.readable) of it "
        + "'\(longest.name.onOneLine)'"
    ]
  }

  private func list(_ title: String, of entries: [Entry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return ["\(title):"]
      + entries.map { "- \($0.name): \($0.outcome.reason ?? "")".onOneLine }
  }
}

extension TaskRunReport.Entry.Lane: CustomStringConvertible {
  /// `main`, `worker 1`, `concurrent`.
  public var description: String {
    switch self {
    case .main: "main"
    case .worker(let number): "worker \(number)"
    case .concurrent: "concurrent"
    }
  }
}

extension TaskOutcome {
  /// A one-word description of the outcome.
  var word: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .skipped: "skipped"
    case .cancelled: "cancelled"
    }
  }

  /// The reason why the task did not succeed, if the outcome contains one.
  var reason: String? {
    switch self {
    case .succeeded, .cancelled: nil
    case .failed(let error): error.description
    case .skipped(let reason): reason
    }
  }
}
