import LaunchContract

// What there is to see of tasks.

extension LaunchApp {
  /// Shows what would run, in which order.
  static func showOrder() throws {
    for event in [TaskEvent.willFinishLaunching, .didFinishLaunching] {
      print(try TaskManager.shared.dryRun(of: event), terminator: "\n\n")
    }
  }

  /// Shows what waits for what in the second phase of the launch.
  static func showGraph(asDot: Bool) throws {
    let dryRun = try TaskManager.shared.dryRun(of: .didFinishLaunching)
    print(asDot ? dryRun.dot : dryRun.mermaid)
  }

  /// Shows a run without its times, which are different every time.
  static func show(_ run: TaskRunReport) {
    print("\nrun \(run.number), \(run.occasion)")
    for task in run.tasks where task.lane == .main && task.attempts > 0 {
      print("  \(task.name): \(word(task.outcome))")
    }
    // They may begin in any order.
    for task in run.tasks.sorted(by: { $0.name < $1.name })
    where task.lane != .main && task.attempts > 0 {
      let attempts = task.attempts == 1 ? "" : " at attempt \(task.attempts)"
      print("  beside them, \(task.name): \(word(task.outcome))\(attempts)")
    }
    for task in run.tasks.sorted(by: { $0.name < $1.name }) where task.attempts == 0 {
      print("  not run, \(task.name): \(task.outcome)")
    }
    // Of tasks that take no time, another one is the slowest every time.
    if run.criticalPathDuration > .milliseconds(200) {
      print("  the launch waited for: \(run.criticalPath.joined(separator: " → "))")
    }
  }

  private static func word(_ outcome: TaskOutcome) -> String {
    switch outcome {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .skipped: "skipped"
    case .cancelled: "cancelled"
    }
  }
}
