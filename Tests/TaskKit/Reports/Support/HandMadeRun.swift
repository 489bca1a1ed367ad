import TaskPlanning

@testable import TaskKit

/// A task of a run that was never made, with times in microseconds.
struct HandMadeTask {
  let name: String
  var requires: [String] = []
  var after: [String] = []
  /// Whether it belongs to the main actor.
  var isOnMain = false
  /// The worker, 0 for the main actor, -1 if it could suspend.
  var worker = 1
  /// From its beginning to its end; nothing if it did not begin.
  var times: ClosedRange<Int64>?
  var outcome = TaskKit.TaskOutcome.succeeded
  var attempts = 1

  /// A task of the main actor.
  static func main(
    _ name: String, _ times: ClosedRange<Int64>, requires: [String] = [], after: [String] = []
  ) -> HandMadeTask {
    HandMadeTask(
      name: name, requires: requires, after: after, isOnMain: true, worker: 0, times: times)
  }

  /// A task of a worker.
  static func worker(
    _ worker: Int, _ name: String, _ times: ClosedRange<Int64>, requires: [String] = []
  ) -> HandMadeTask {
    HandMadeTask(name: name, requires: requires, worker: worker, times: times)
  }

  /// A task that could suspend.
  static func concurrent(
    _ name: String, _ times: ClosedRange<Int64>, requires: [String] = [], attempts: Int = 1,
    outcome: TaskKit.TaskOutcome = .succeeded
  ) -> HandMadeTask {
    HandMadeTask(
      name: name, requires: requires, worker: -1, times: times, outcome: outcome,
      attempts: attempts)
  }

  /// A task that did not run.
  static func skipped(
    _ name: String, because reason: String, requires: [String] = []
  ) -> HandMadeTask {
    HandMadeTask(name: name, requires: requires, worker: -1, outcome: .skipped(reason))
  }
}

extension HandMadeTask {
  /// What a run would have noted of it.
  fileprivate func record(_ index: Int, from origin: Int64) -> RunRecord {
    guard let times else { return RunRecord(task: Int32(index)) }
    return RunRecord(
      task: Int32(index), attempts: Int32(attempts), worker: Int32(worker),
      start: origin + 1_000 * times.lowerBound, end: origin + 1_000 * times.upperBound)
  }
}

extension TaskRunReport {
  /// The report of a run that was never made.
  ///
  /// The times begin at some moment of the clock, as they do in earnest.
  static func handMade(
    number: Int = 1, event: TaskEvent = .didFinishLaunching, workers: Int = 2,
    _ tasks: [HandMadeTask]
  ) -> TaskRunReport {
    let origin: Int64 = 1_000_000
    let entries = tasks.enumerated().map { index, task in
      var definition = TaskDefinition(
        name: task.name, trigger: .event(event), priority: .default, requires: [], follows: [],
        properties: TaskProperties(), body: TaskBody(form: .synchronous { _ in nil }),
        location: CodeLocation(fileID: "App/Tasks.swift", line: index + 1))
      definition.properties.isConcurrent = !task.isOnMain
      return TaskEntry(definition)
    }
    let plan = TaskPlan.make(
      tasks: tasks.enumerated().map { index, task in
        PlannedTask(
          name: task.name, priority: 2, requires: task.requires, follows: task.after,
          lane: task.isOnMain ? .main : .workers,
          location: CodeLocation(fileID: "App/Tasks.swift", line: index + 1))
      }, policy: .skip)
    let ended = tasks.indices.map { tasks[$0].record($0, from: origin) }
    var outcomes: [Int: TaskKit.TaskOutcome] = [:]
    for (index, task) in tasks.enumerated() where !task.outcome.isSuccess {
      outcomes[index] = task.outcome
    }
    let request = RunRequest(
      occasion: .event(event), context: TaskContext(task: "", event: event),
      location: CodeLocation(fileID: "App/Tasks.swift", line: 0), end: { _, _ in })
    let run = TaskRun(
      number: number, request: request, entries: TaskEntries(entries), plan: plan,
      namesOfTypes: [:], failurePolicy: .skipDependents, slice: nil,
      manager: TaskManager.forTest(lanes: ProcessLanes(workerCount: workers)))
    return TaskRunReport(of: run, ended: ended, outcomes: outcomes)
  }

  /// The launch of an app: a main actor, two workers, one task that may suspend, one
  /// that failed, and one that was skipped for it.
  static let launch = handMade([
    .worker(1, "OpenDatabase", 0...12_300),
    .main("ShowWindow", 0...8_000),
    .worker(2, "ReadSettings", 100...2_400),
    .concurrent(
      "Login", 2_500...22_500, requires: ["ReadSettings"], attempts: 3,
      outcome: .failed(
        TaskError(
          .taskFailed, "the task 'Login' failed: no network",
          at: CodeLocation(fileID: "App/Tasks.swift", line: 4)))),
    .main("ShowFeed", 12_350...21_850, requires: ["OpenDatabase"]),
    .skipped(
      "ShowName", because: "'ShowName' requires 'Login'; that failed", requires: ["Login"]),
  ])
}
