import ModularityTestSupport
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
  }

  @Test func `Tasks that did not start are not on the critical path`() {
    let report = TaskRunReport.handMade([
      .worker(1, "A", 0...10), .skipped("B", because: "no reason", requires: ["A"]),
    ])
    #expect(report.criticalPath == ["A"])
    #expect(TaskRunReport.handMade([]).criticalPath.isEmpty)
    #expect(TaskRunReport.handMade([]).lowerBound == .zero)
  }

  @Test(arguments: 1...40)
  func `The critical path of a run is a chain of its plan`(seed: UInt64) throws {
    let report = TaskRunReport.random(seed: seed)
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
  func `No run is shorter than its critical path and its lower bound`(seed: UInt64) {
    let report = TaskRunReport.random(seed: seed)
    #expect(report.criticalPathDuration <= report.lowerBound)
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
  /// A run of random tasks, each of which starts as soon as its dependencies and its lane permit.
  fileprivate static func random(seed: UInt64) -> TaskRunReport {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    var ends: [Int64] = []
    var mainIsFree: Int64 = 0
    var workersAreFree = Array(repeating: Int64(0), count: Int.random(in: 1...4, using: &random))
    let tasks = (0..<count).map { index in
      let required = (0..<index).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
      var task = HandMadeTask(
        name: "\(index)", requires: required.map(\.description),
        isOnMain: Int.random(in: 0..<3, using: &random) == 0)
      let isSuspended = !task.isOnMain && Int.random(in: 0..<4, using: &random) == 0
      let worker = workersAreFree.indices.min { workersAreFree[$0] < workersAreFree[$1] } ?? 0
      let ready = required.map { ends[$0] }.max() ?? 0
      let free = isSuspended ? 0 : task.isOnMain ? mainIsFree : workersAreFree[worker]
      let start = max(ready, free)
      let end = start + Int64.random(in: 1...100, using: &random)
      task.times = start...end
      task.worker = isSuspended ? -1 : task.isOnMain ? 0 : worker + 1
      ends.append(end)
      if task.isOnMain { mainIsFree = end }
      if !task.isOnMain && !isSuspended { workersAreFree[worker] = end }
      return task
    }
    return handMade(workers: workersAreFree.count, tasks)
  }
}
