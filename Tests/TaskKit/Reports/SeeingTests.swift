import Foundation
import ModularityTestSupport
import Testing

@testable import TaskKit

/// What a manager shows of its tasks and runs.
@Suite struct SeeingTests {
  private let manager = TaskManager.forTest()

  private func add(
    _ name: String, _ priority: TaskManager.Priority = .default, on event: TaskEvent = .reserved1,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    _ traits: TaskTrait..., line: Int = 1,
    block: @escaping @Sendable (TaskContext) throws -> Void = { _ in }
  ) throws {
    try manager.injectEventTask(
      name: name, priority: priority, event: event, dependencies: dependencies, after: after,
      autoRemove: autoRemove, traits: traits, fileID: "App/Tasks.swift", line: line, block: block)
  }

  // MARK: - The report

  @Test func `A report has all runs, and is a value`() async throws {
    #expect(manager.report.description == "no tasks have run")
    try add("A")
    try await manager.run(.reserved1)
    let report = manager.report
    try await manager.run(.reserved2)
    #expect(report.runs.map(\.number) == [1])
    #expect(manager.report.runs.map(\.number) == [1, 2])
    #expect(manager.report.runs.map(\.occasion) == [".reserved1", ".reserved2"])
    #expect(manager.report.runs(of: .reserved1).map(\.number) == [1])
    #expect(manager.report.runs(of: [.reserved1, .reserved2]).count == 2)
    #expect(manager.report.runs(of: .none).isEmpty)
    let text = manager.report.description
    #expect(text.contains("run 1, .reserved1: 1 task in"))
    #expect(text.contains("\n\nrun 2, .reserved2: 0 tasks in 0 ns"))
  }

  @Test func `A report has the number of dropped older runs`() async throws {
    for _ in 0..<1_001 { try await manager.run(.reserved1) }
    let report = manager.report
    #expect(report.droppedRunCount == 100)
    #expect(report.runs.count == 901)
    #expect(report.runs.first?.number == 101)
    #expect(report.description.hasPrefix("the oldest 100 of 1001 runs are omitted\n\nrun 101"))
  }

  @Test @MainActor func `The times of a report are those of the clock`() throws {
    let clock = ManualClock()
    let manager = TaskManager.forTest(clock: clock)
    for (name, time, needed) in [("A", 5, []), ("B", 20, ["A"]), ("C", 1, ["A"])] {
      try manager.injectEventTask(
        name: name, event: .reserved1, dependencies: needed, fileID: "App/Tasks.swift", line: 1
      ) { @MainActor _ in clock.advance(by: .milliseconds(time)) }
    }
    manager.trigger(.reserved1)
    #expect(
      manager.report.description == """
        run 1, .reserved1: 3 tasks in 26 ms, main actor and 2 workers
        #  task  lane  start   wait    run  tries  outcome
        1  A     main   0 ns   0 ns   5 ms      1  succeeded
        2  B     main   5 ms   0 ns  20 ms      1  succeeded
        3  C     main  25 ms  20 ms   1 ms      1  succeeded
        critical path: 25 ms, A → B
        lower bound: 26 ms with 2 workers
        waiting: 20 ms in all, 20 ms of it 'C'
        """)
  }

  // MARK: - The tasks

  @Test func `The list has all tasks, with all their settings`() async throws {
    try add("OpenDatabase", .high, .concurrent, .timeout(.seconds(2)))
    try add(
      "LoadFeed", on: [.reserved1, .reload], dependencies: ["OpenDatabase"], after: ["Login"],
      .retry(attempts: 3), .onFailure(.abort), .before("firstScreen"), line: 2)
    try add(
      "Greet", .low, on: .reload, autoRemove: true,
      .skipped(unless: { _ in false }, because: "no user present"), line: 3)
    try manager.pauseTask(named: "Greet")
    try await manager.run(.reserved1)
    #expect(
      manager.list.table == """
        task          runs for               priority  depends on    after  \
        traits                                    before       last       declared at
        OpenDatabase  .reserved1             high      -             -      \
        concurrent, timeout 2 s                   -            succeeded  App/Tasks.swift:1
        LoadFeed      [.reserved1, .reload]  default   OpenDatabase  Login  \
        up to 3 attempts, a failure ends the run  firstScreen  succeeded  App/Tasks.swift:2
        Greet         .reload                low       -             -      \
        unless no user present, runs once         -            paused     App/Tasks.swift:3
        """)
    #expect(
      manager.list.map(\.description) == [
        """
        OpenDatabase: .reserved1; high; concurrent, timeout 2 s; last succeeded; \
        at App/Tasks.swift:1
        """,
        """
        LoadFeed: [.reserved1, .reload]; default; depends on OpenDatabase; after Login; \
        up to 3 attempts, a failure ends the run; before firstScreen; last succeeded; \
        at App/Tasks.swift:2
        """,
        """
        Greet: .reload; low; unless no user present, runs once; paused; \
        at App/Tasks.swift:3
        """,
      ])
    let feed = manager.list[1]
    #expect(feed.dependencies == ["OpenDatabase"] && feed.after == ["Login"])
    #expect(feed.milestones == ["firstScreen"] && !feed.isPaused)
    #expect(manager.list[2].isPaused && manager.list[2].latestOutcome == nil)
  }

  @Test func `A list without tasks says so`() {
    #expect(manager.list.isEmpty)
    #expect(manager.list.table == "no tasks")
  }

  // MARK: - Dry runs

  @Test func `A dry run has the order of the plan and runs nothing`() throws {
    let ran = EventRecorder<String>()
    try add("Show", .critical, dependencies: ["Load"]) { _ in ran.record("Show") }
    try add("Load", .low, line: 2) { _ in ran.record("Load") }
    try add("Other", on: .reserved2, line: 3) { _ in ran.record("Other") }
    try add("Greet", line: 4) { _ in ran.record("Greet") }
    let dryRun = try manager.dryRun(of: .reserved1)
    #expect(dryRun.order == ["Greet", "Load", "Show"])
    #expect(
      dryRun.description == """
        .reserved1: 3 tasks
        #  task   priority  depends on
        1  Greet  default   -
        2  Load   low       -
        3  Show   critical  Load
        """)
    #expect(dryRun.problems.isEmpty && dryRun.leftOut.isEmpty && !dryRun.isRejected)
    #expect(dryRun.dot.contains("Show") && dryRun.mermaid.hasPrefix("flowchart"))
    #expect(ran.events.isEmpty && manager.report.runs.isEmpty)
  }

  @Test func `A dry run equals the run`() async throws {
    var random = SeededGenerator(seed: 7)
    for index in 0..<60 {
      let priority = TaskManager.Priority.allCases.randomElement(using: &random) ?? .default
      let needed = (0..<60).filter { $0 < index && Int.random(in: 0..<9, using: &random) == 0 }
      try add("\(index)", priority, dependencies: needed.map(\.description))
    }
    let order = try manager.dryRun(of: .reserved1).order
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.tasks.map(\.name) == order)
  }

  @Test func `A dry run names the tasks that would not run, with reasons`() throws {
    try add("A", dependencies: ["B"])
    try add("B", dependencies: ["A"], line: 2)
    try add("C", dependencies: ["B"], line: 3)
    try add("D", line: 4)
    let dryRun = try manager.dryRun(of: .reserved1)
    #expect(dryRun.order == ["D"])
    #expect(dryRun.leftOut.map(\.name) == ["A", "B", "C"])
    #expect(dryRun.problems.map(\.code) == [.badPlan])
    #expect(
      dryRun.description == """
        .reserved1: 1 task
        #  task  priority  depends on
        1  D     default   -
        left out: A, B, C
        problems:
        - App/Tasks.swift:1: tasks require each other in a cycle, so none of them can be the \
        first: A → B → A. They are declared at App/Tasks.swift:1, App/Tasks.swift:2. Remove \
        one of these dependencies, or let one task only follow the other.
        """)
    manager.problemPolicy = .throw
    #expect(try manager.dryRun(of: .reserved1).isRejected)
  }

  @Test func `A dry run before the launch assumes that the launch runs first`() async throws {
    let manager = TaskManager.forTest()
    try manager.declare("open", on: .willFinishLaunching) { _ in nil }
    try manager.declare("show", on: .didFinishLaunching, requires: ["open"]) { _ in nil }
    try manager.declare("react", on: .reload, requires: ["open", "show"]) { _ in nil }
    #expect(try manager.dryRun(of: .didFinishLaunching).order == ["show"])
    #expect(try manager.dryRun(of: .reload).order == ["react"])
    // What counts in thought does not count in a run.
    try await manager.run(.reload)
    #expect(manager.report.runs.first?.outcome("react")?.hasPrefix("skipped") == true)
    // Nor is a phase still to come that is over.
    try manager.destroyTask(named: "open")
    try manager.declare("open", on: [.willFinishLaunching, .reserved1]) { _ in throw Broken() }
    try await manager.run(.willFinishLaunching)
    let after = try manager.dryRun(of: .didFinishLaunching)
    #expect(after.order.isEmpty)
    #expect(after.problems.count == 1)
  }

  @Test func `A dry run is of one event`() throws {
    let several = #expect(throws: TaskError.self) {
      try manager.dryRun(of: [.reserved1, .reload])
    }
    #expect(several?.code == .severalEvents)
    #expect(several?.message.hasPrefix("'[.reserved1, .reload]' contains several events") == true)
    #expect(throws: TaskError.self) { try manager.dryRun(of: .none) }
  }
}
