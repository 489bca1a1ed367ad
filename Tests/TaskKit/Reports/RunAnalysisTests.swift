import ModularityTestSupport
import TaskPlanning
import Testing

@testable import TaskKit

/// Why a run took as long as it did.
@Suite struct RunAnalysisTests {
  @Test func `The critical path is the longest chain`() {
    let report = TaskRunReport.launch
    #expect(report.criticalPath == ["ReadSettings", "Login"])
    #expect(report.criticalPathDuration == .microseconds(22_300))
    #expect(report.duration == .microseconds(22_500))
    #expect(report.waiting == .microseconds(250))
  }

  @Test func `The work divided by the workers bounds a run`() {
    let report = TaskRunReport.handMade([
      .worker(1, "A", 0...10), .worker(2, "B", 0...10), .worker(1, "C", 10...20),
      .worker(2, "D", 12...22),
    ])
    #expect(report.lowerBound == .microseconds(20))
    #expect(report.lost == .microseconds(2))
  }

  @Test func `The main actor bounds a run`() {
    let report = TaskRunReport.handMade([.main("A", 0...10), .main("B", 10...25)])
    #expect(report.lowerBound == .microseconds(25))
    #expect(report.lost == .zero)
  }

  @Test func `Tasks that suspend keep no worker busy`() {
    let report = TaskRunReport.handMade(
      workers: 1, (0..<10).map { .concurrent("\($0)", 0...100) } + [.worker(1, "A", 0...30)])
    #expect(report.duration == .microseconds(100))
    #expect(report.lowerBound == .microseconds(100))
    #expect(report.whatIf(workers: 1).duration == .microseconds(100))
    #expect(report.whatIf(workers: 1).utilisation == 0.3)
  }

  @Test func `Tasks that did not begin are not on the critical path`() {
    let report = TaskRunReport.handMade([
      .worker(1, "A", 0...10), .skipped("B", because: "no reason", requires: ["A"]),
    ])
    #expect(report.criticalPath == ["A"])
    #expect(TaskRunReport.handMade([]).criticalPath.isEmpty)
    #expect(TaskRunReport.handMade([]).lowerBound == .zero)
  }

  @Test func `A run is forecast for other numbers of workers`() {
    let report = TaskRunReport.handMade(
      workers: 1, (0..<4).map { .worker(1, "\($0)", Int64($0) * 10...Int64($0) * 10 + 10) })
    #expect(
      [1, 2, 3, 4, 8].map { report.whatIf(workers: $0).description } == [
        "1 worker: 40 µs, at least 40 µs, 100 % busy",
        "2 workers: 20 µs, at least 20 µs, 100 % busy",
        "3 workers: 20 µs, at least 13.3 µs, 67 % busy",
        "4 workers: 10 µs, at least 10 µs, 100 % busy",
        "8 workers: 10 µs, at least 10 µs, 50 % busy",
      ])
    #expect(report.whatIf(workers: .max).duration == .microseconds(10))
  }

  @Test(arguments: 1...40)
  func `No forecast is below its bound, and the critical path is one of the plan`(
    seed: UInt64
  ) throws {
    let report = TaskRunReport.random(seed: seed)
    for workers in 1...5 {
      let forecast = report.whatIf(workers: workers)
      #expect(forecast.duration >= forecast.lowerBound)
      #expect(forecast.lowerBound >= report.criticalPathDuration)
      #expect((0...1).contains(forecast.utilisation))
    }
    let alone = report.whatIf(workers: 1).duration
    #expect(report.whatIf(workers: 50).duration <= alone)
    let tasks = Dictionary(uniqueKeysWithValues: report.tasks.map { ($0.name, $0) })
    let path = report.criticalPath
    for (one, next) in zip(path, path.dropFirst()) {
      let dependent = try #require(tasks[next])
      #expect(dependent.dependencies.contains(one))
    }
    #expect(
      path.reduce(.zero) { $0 + (tasks[$1]?.duration ?? .zero) } == report.criticalPathDuration)
    let first = try #require(path.first.flatMap { tasks[$0] })
    #expect(first.dependencies.isEmpty)
  }

  @Test(arguments: 1...40)
  func `A run as forecast has the forecast bound`(seed: UInt64) {
    let report = TaskRunReport.random(seed: seed)
    #expect(report.lowerBound == report.whatIf(workers: report.workerCount).lowerBound)
    #expect(report.lowerBound <= report.duration)
  }

  @Test func `A run is drawn as its plan is`() {
    let report = TaskRunReport.handMade([
      .main("A", 0...10), .worker(1, "B", 10...20, requires: ["A"]),
    ])
    #expect(
      report.dot == #"""
        digraph tasks {
          rankdir=LR;
          node [shape=box, style=rounded];
          t0 [label="A\n1. default main", tooltip="App/Tasks.swift:1", penwidth=3];
          t1 [label="B\n2. default", tooltip="App/Tasks.swift:2"];
          t0 -> t1;
        }

        """#)
    #expect(
      report.mermaid == """
        flowchart LR
          classDef main stroke-width:3px
          classDef out stroke:#d00,stroke-dasharray:4
          t0["A<br/>1. default main"]
          class t0 main
          t1["B<br/>2. default"]
          t0 --> t1

        """)
  }
}

extension TaskRunReport {
  /// A run of random tasks that went as the simulation says.
  fileprivate static func random(seed: UInt64) -> TaskRunReport {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let workers = Int.random(in: 1...4, using: &random)
    var tasks = (0..<count).map { index in
      HandMadeTask(
        name: "\(index)",
        requires: (0..<index).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }.map(
          \.description),
        isOnMain: Int.random(in: 0..<3, using: &random) == 0)
    }
    let plan = TaskPlan.make(
      tasks: tasks.map {
        PlannedTask(
          name: $0.name, priority: 2, requires: $0.requires, lane: $0.isOnMain ? .main : .workers,
          location: CodeLocation(fileID: "App/Tasks.swift", line: 1))
      }, policy: .skip)
    let suspended = Set(
      tasks.indices.filter {
        !tasks[$0].isOnMain && Int.random(in: 0..<4, using: &random) == 0
      })
    let durations = (0..<count).map { _ in Int.random(in: 1...100, using: &random) }
    let forecast = TaskForecast(
      plan, weights: TaskWeights(plan, durations: durations), workers: workers,
      suspended: suspended)
    for run in forecast.runs {
      tasks[run.task].times = Int64(run.start)...Int64(run.end)
      tasks[run.task].worker = run.worker.map { $0 + 1 } ?? (tasks[run.task].isOnMain ? 0 : -1)
    }
    return handMade(workers: workers, tasks)
  }
}
