import Spelling

// What a test says about how long things may take.
extension TaskReport {
  /// Checks that the tasks of the launch took less than some time: those of
  /// ``TaskEvent/willFinishLaunching`` and ``TaskEvent/didFinishLaunching``
  /// together.
  ///
  /// ```swift
  /// try manager.report.expectLaunch(under: .milliseconds(50))
  /// ```
  ///
  /// Only the time counts. A task that failed may have been quick.
  ///
  /// - Throws: ``TaskError/Code/overBudget``, with the slowest tasks and the
  ///   critical path; ``TaskError/Code/notMeasured`` if there was no launch.
  public func expectLaunch(
    under budget: Duration, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) {
    let location = CodeLocation(fileID: fileID, line: line)
    let launch = runs(of: .willFinishLaunching) + runs(of: .didFinishLaunching)
    guard !launch.isEmpty else { throw notMeasured("no run of the launch", at: location) }
    let took = launch.reduce(.zero) { $0 + $1.duration }
    guard took >= budget else { return }
    throw .overBudget("the launch", took, budget, launch, at: location)
  }

  /// Checks that each run for an event took less than some time.
  ///
  /// - Throws: ``TaskError/Code/overBudget``, with the slowest tasks and the
  ///   critical path of the slowest run; ``TaskError/Code/notMeasured`` if there
  ///   was no run.
  public func expectRun(
    of event: TaskEvent, under budget: Duration, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) {
    let location = CodeLocation(fileID: fileID, line: line)
    guard let slowest = runs(of: event).max(by: { $0.duration < $1.duration }) else {
      throw notMeasured("no run for '\(event)'", at: location)
    }
    guard slowest.duration >= budget else { return }
    throw .overBudget(
      "run \(slowest.number) for '\(event)'", slowest.duration, budget, [slowest], at: location)
  }

  /// Checks that a task took less than some time, each time that it ran; all
  /// attempts of one time count together.
  ///
  /// - Throws: ``TaskError/Code/overBudget``, with the slowest tasks and the
  ///   critical path of the run in which it was slowest;
  ///   ``TaskError/Code/notMeasured`` if it did not run.
  public func expectTask(
    named name: String, under budget: Duration, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) {
    let location = CodeLocation(fileID: fileID, line: line)
    var slowest: (duration: Duration, run: TaskRunReport)?
    for run in runs {
      for task in run.tasks where task.name == name && task.hasBegun {
        if slowest.map({ $0.duration < task.duration }) ?? true { slowest = (task.duration, run) }
      }
    }
    guard let slowest else {
      let names = Set(runs.flatMap { $0.tasks.lazy.filter(\.hasBegun).map(\.name) })
      let nearest = EditDistance.nearest(to: name, among: names, atMost: 2)
      let hint =
        nearest.isEmpty
        ? "" : " (did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?)"
      throw notMeasured("no run of the task '\(name)'\(hint)", task: name, at: location)
    }
    guard slowest.duration >= budget else { return }
    throw .overBudget(
      "the task '\(name)'", slowest.duration, budget, [slowest.run], task: name, at: location)
  }

  private func notMeasured(
    _ what: String, task: String? = nil, at location: CodeLocation
  ) -> TaskError {
    let dropped =
      droppedRunCount == 0
      ? "" : " The report has only the latest \(runs.count) runs; ask for one earlier."
    return TaskError(
      .notMeasured,
      "there is \(what), so that its time cannot be checked: have it run, and wait for it.\(dropped)",
      tasks: task.map { [$0] } ?? [], at: location)
  }
}

extension TaskError.Code {
  /// A time is to be checked of something that has not run.
  public static let notMeasured = TaskError.Code(name: "notMeasured")
}

extension TaskError {
  /// The number of slowest tasks that an error shows.
  private static let shownCount = 10

  /// Something took longer than it may.
  ///
  /// - Parameters:
  ///   - what: What it was.
  ///   - took: How long it took.
  ///   - budget: How long it may take.
  ///   - runs: Where.
  ///   - task: The task that it is about; those of the critical paths if there is
  ///     none.
  ///   - location: The check.
  /// - Returns: The error.
  fileprivate static func overBudget(
    _ what: String, _ took: Duration, _ budget: Duration, _ runs: [TaskRunReport],
    task: String? = nil, at location: CodeLocation
  ) -> TaskError {
    let remedy =
      task == nil
      ? "make the tasks of the critical path quicker, or have some of them run later"
      : "make it quicker, or have it run later"
    let details = runs.map { run in
      let begun = run.tasks.enumerated().filter(\.element.hasBegun)
      let slowest = begun.sorted {
        ($1.element.duration, $0.offset) < ($0.element.duration, $1.offset)
      }
      let title = slowest.count > shownCount ? ["the slowest \(shownCount):"] : []
      return
        ([run.headline] + title
        + run.table(of: slowest.prefix(shownCount).map(\.element)).lines
        + run.criticalPathLines).joined(separator: "\n")
    }
    return TaskError(
      .overBudget,
      """
      \(what) took \(took.readable), and must take less than \(budget.readable): \(remedy).
      \(details.joined(separator: "\n"))
      """,
      tasks: task.map { [$0] } ?? runs.flatMap(\.criticalPath), at: location)
  }
}
