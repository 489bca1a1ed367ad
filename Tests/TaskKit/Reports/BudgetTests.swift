import Testing

@testable import TaskKit

/// How tests hold a launch, an event and a task to a time.
@Suite struct BudgetTests {
  private let report = TaskReport(
    runs: [
      .handMade(number: 1, event: .willFinishLaunching, [.main("ReadSettings", 0...10_000)]),
      .handMade(
        number: 2,
        [
          .worker(1, "OpenDatabase", 0...20_000),
          .main("ShowFeed", 20_000...45_000, requires: ["OpenDatabase"]),
        ]),
      .handMade(number: 3, event: .reload, [.main("ReadSettings", 0...2_000)]),
      .handMade(number: 4, event: .reload, [.main("ReadSettings", 0...4_000)]),
    ], droppedRunCount: 0)

  private func error(_ body: () throws(TaskError) -> Void) throws -> TaskError {
    do {
      try body()
    } catch {
      return error
    }
    throw Passed()
  }

  private struct Passed: Error {}

  @Test func `A launch within its budget passes, and one beyond it shows where the time went`()
    throws
  {
    try report.expectLaunch(under: .microseconds(55_001))
    let error = try error { () throws(TaskError) in
      try report.expectLaunch(under: .milliseconds(50), fileID: "Tests/Launch.swift", line: 3)
    }
    #expect(error.code == .overBudget)
    #expect(error.tasks == ["ReadSettings", "OpenDatabase", "ShowFeed"])
    #expect(error.location?.description == "Tests/Launch.swift:3")
    #expect(
      error.message == """
        the launch took 55 ms, and must take less than 50 ms: make the tasks of the critical \
        path quicker, or have some of them run later.
        run 1, .willFinishLaunching: 1 task in 10 ms, main actor and 2 workers
        #  task          lane  start  wait    run  tries  outcome
        1  ReadSettings  main   0 ns  0 ns  10 ms      1  succeeded
        critical path: 10 ms, ReadSettings
        lower bound: 10 ms with 2 workers
        run 2, .didFinishLaunching: 2 tasks in 45 ms, main actor and 2 workers
        #  task          lane      start  wait    run  tries  outcome
        2  ShowFeed      main      20 ms  0 ns  25 ms      1  succeeded
        1  OpenDatabase  worker 1   0 ns  0 ns  20 ms      1  succeeded
        critical path: 45 ms, OpenDatabase → ShowFeed
        lower bound: 45 ms with 2 workers
        """)
  }

  @Test func `A duration equal to the budget exceeds it`() throws {
    let error = try error { () throws(TaskError) in
      try report.expectLaunch(under: .milliseconds(55))
    }
    #expect(error.code == .overBudget)
  }

  @Test func `The slowest run for an event counts`() throws {
    try report.expectRun(of: .reload, under: .milliseconds(5))
    let error = try error { () throws(TaskError) in
      try report.expectRun(of: .reload, under: .milliseconds(3))
    }
    #expect(error.message.hasPrefix("run 4 for '.reload' took 4 ms, and must take less than 3 ms:"))
  }

  @Test func `The slowest run of a task counts`() throws {
    try report.expectTask(named: "ReadSettings", under: .milliseconds(11))
    let error = try error { () throws(TaskError) in
      try report.expectTask(named: "ReadSettings", under: .milliseconds(10))
    }
    #expect(error.tasks == ["ReadSettings"])
    #expect(
      error.message.hasPrefix(
        "the task 'ReadSettings' took 10 ms, and must take less than 10 ms: make it quicker"))
    #expect(error.message.contains("run 1, .willFinishLaunching"))
  }

  @Test func `A check of a task or an event that did not run fails`() throws {
    let unknown = try error { () throws(TaskError) in
      try report.expectTask(named: "ReadSetings", under: .seconds(1))
    }
    #expect(unknown.code == .notMeasured)
    #expect(unknown.message.contains("did you mean 'ReadSettings'?"))
    let idle = try error { () throws(TaskError) in
      try report.expectRun(of: .idle, under: .seconds(1))
    }
    #expect(idle.code == .notMeasured)
    #expect(idle.message.contains("no run for '.idle'"))
    let launch = try error { () throws(TaskError) in
      try TaskReport(runs: [], droppedRunCount: 100).expectLaunch(under: .seconds(1))
    }
    #expect(launch.code == .notMeasured)
    #expect(launch.message.contains("only the latest 0 runs"))
  }

  @Test func `Only the slowest of many tasks are shown`() throws {
    let report = TaskReport(
      runs: [.handMade((0..<100).map { .worker(1, "task\($0)", 0...Int64($0)) })],
      droppedRunCount: 0)
    let message = try error { () throws(TaskError) in
      try report.expectLaunch(under: .nanoseconds(1))
    }.message
    #expect(message.contains("the slowest 10:"))
    #expect(message.contains("task99") && message.contains("task90"))
    #expect(!message.contains("task89"))
  }
}
