import ModularityTestSupport
import TaskKit
import Testing

/// What happens to tasks that are added at run time.
@Suite struct RunningTests {
  @Test @MainActor func `Tasks of the main actor have run when the trigger returns`() throws {
    let manager = TaskManager.forTest()
    let ran = EventRecorder<String>()
    for (name, priority) in [
      ("low", TaskManager.Priority.low), ("critical", .critical), ("high", .high),
    ] {
      try manager.injectEventTask(name: name, priority: priority, event: .reserved1) {
        @MainActor _ in ran.record(name)
      }
    }
    let dispatch = manager.trigger(.reserved1)
    #expect(ran.events == ["critical", "high", "low"])
    #expect(dispatch.isFinished)
  }

  @Test func `Dependencies of a task run first, on whichever actor`() async throws {
    let manager = TaskManager.forTest()
    let ran = EventRecorder<String>()
    try manager.injectEventTask(
      name: "main", priority: .critical, event: .reserved1, dependencies: ["suspends"]
    ) { _ in ran.record("main") }
    try manager.injectEventTask(
      name: "suspends", priority: .low, event: .reserved1, dependencies: ["first"]
    ) { _ in
      await Task.yield()
      ran.record("suspends")
    }
    try manager.injectEventTask(
      name: "first", priority: .low, event: .reserved1
    ) { _ in ran.record("first") }
    let reports = try await manager.run(.reserved1)
    #expect(ran.events == ["first", "suspends", "main"])
    #expect(reports.count == 1)
    #expect(reports.first?.tasks.map(\.lane) == [.main, .concurrent, .main])
    #expect(reports.first?.tasks.map(\.name) == ["first", "suspends", "main"])
    #expect(reports.first?.tasks.allSatisfy(\.outcome.isSuccess) == true)
  }

  @Test func `Dependents of a failed task are skipped, and other tasks are not`() async throws {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    struct Broken: Error {}
    try manager.injectEventTask(name: "fails", event: .reserved1) { _ in throw Broken() }
    try manager.injectEventTask(
      name: "needs", event: .reserved1, dependencies: ["fails"]
    ) { _ in }
    try manager.injectEventTask(
      name: "follows", event: .reserved1, after: ["fails"]
    ) { _ in }
    let report = try #require(try await manager.run(.reserved1).first)
    let outcomes = Dictionary(uniqueKeysWithValues: report.tasks.map { ($0.name, $0.outcome) })
    #expect(outcomes["fails"]?.isFailure == true)
    #expect(outcomes["follows"]?.isSuccess == true)
    let reason = try #require(outcomes["needs"]).description
    #expect(reason.contains("skipped") && reason.contains("'fails'"))
    #expect(errors.events.count == 1)
  }
}
