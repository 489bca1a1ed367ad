import CommandLineKit
import HarborContracts

extension Command {
  /// The launch, as it was.
  static let launch = Command(
    CommandSyntax(
      name: "launch",
      summary: "Launch, and show when each task ran and what the launch waited for.",
      options: [.json],
      discussion: """
        Each bar shows when a task starts and ends within its run. The tasks of the \
        critical path are marked with '*': the launch cannot be quicker than they are together.
        """)
  ) { invocation in
    let runs = TaskManager.shared.report.runs(of: [.willFinishLaunching, .didFinishLaunching])
      .filter { !$0.tasks.isEmpty }
    if invocation.isJSON {
      return invocation.show(.array(runs.map(\.json)))
    }
    guard !runs.isEmpty else { return invocation.terminal.note("no module has a task at launch") }
    for run in runs { invocation.terminal.print(LaunchTimeline(run).text(on: invocation.terminal)) }
  }
}

extension TaskRunReport {
  /// The run as JSON, with the unit in the name of each duration.
  fileprivate var json: ConsoleValue {
    [
      "number": .integer(number), "occasion": .string(occasion),
      "durationMicroseconds": .number(duration / .microseconds(1)),
      "workers": .integer(workerCount), "criticalPath": .texts(criticalPath),
      "problems": .texts(problems.map(\.description)),
      "tasks": .array(
        tasks.map { task in
          [
            "name": .string(task.name), "lane": .string("\(task.lane)"),
            "startMicroseconds": .number(task.start / .microseconds(1)),
            "waitMicroseconds": .number(task.wait / .microseconds(1)),
            "durationMicroseconds": .number(task.duration / .microseconds(1)),
            "outcome": .string("\(task.outcome)"), "success": .bool(task.outcome.isSuccess),
            "attempts": .integer(task.attempts), "dependencies": .texts(task.dependencies),
          ]
        }),
    ]
  }
}

/// The tasks of a run as bars.
struct LaunchTimeline {
  private let run: TaskRunReport

  /// Shows this run.
  init(_ run: TaskRunReport) { self.run = run }

  /// A bar a line, and what the run waited for.
  func text(on terminal: Terminal) -> String {
    let path = Set(run.criticalPath)
    let name = run.tasks.map(\.name.count).max() ?? 0
    let lane = run.tasks.map { "\($0.lane)".count }.max() ?? 0
    let length = max(10, (terminal.width ?? 100) - name - lane - 18)
    let title = "\(run.occasion): \(run.tasks.count) tasks in \(Self.text(of: run.duration))"
    var lines = [terminal.styled(title, .bold)]
    for task in run.tasks {
      let mark = path.contains(task.name) ? "*" : " "
      let start = "\(mark) \(Self.pad(task.name, name))  "
      guard task.attempts > 0 else {
        lines.append(terminal.styled("\(start)\(task.outcome)", .yellow))
        continue
      }
      lines.append(
        start + Self.pad("\(task.lane)", lane) + "  " + bar(of: task, length, on: terminal) + "  "
          + Self.text(of: task.duration))
      if task.outcome.isFailure { lines.append(terminal.styled("    \(task.outcome)", .red)) }
    }
    lines.append(
      "critical path: \(run.criticalPath.joined(separator: " → ")), "
        + Self.text(of: run.criticalPathDuration))
    lines.append(
      "lower bound: \(Self.text(of: run.lowerBound)), lost: \(Self.text(of: run.lost)), "
        + "waiting: \(Self.text(of: run.waiting))\n")
    return lines.joined(separator: "\n")
  }

  private func bar(
    of task: TaskRunReport.Entry, _ length: Int, on terminal: Terminal
  ) -> String {
    let whole = max(run.duration / .microseconds(1), 1)
    let scale = Double(length) / whole
    let begin = min(length - 1, Int(task.start / .microseconds(1) * scale))
    let count = max(1, min(length - begin, Int(task.duration / .microseconds(1) * scale)))
    let style: Terminal.Style = task.outcome.isSuccess ? .green : .red
    return String(repeating: "·", count: begin)
      + terminal.styled(String(repeating: "█", count: count), style)
      + String(repeating: "·", count: length - begin - count)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A time in milliseconds, with a digit behind the point.
  static func text(of duration: Duration) -> String {
    "\((duration / .milliseconds(1) * 10).rounded() / 10) ms"
  }
}
