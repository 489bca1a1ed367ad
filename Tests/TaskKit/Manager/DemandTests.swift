import Foundation
import ModularityTestSupport
import Testing

@testable import TaskKit

/// Tasks that are run on demand, by their names.
@Suite struct DemandTests {
  private let seen = EventRecorder<String>()
  private let errors = EventRecorder<String>()

  /// Adds a task that notes that it runs.
  private func add(
    _ name: String, on event: TaskEvent = .demand, dependsOn names: [String] = [],
    to manager: TaskManager
  ) throws {
    try manager.injectEventTask(name: name, event: event, dependencies: names) {
      [seen] (context: TaskContext) throws -> Void in
      let options = context.otherOptions.sorted { $0.key < $1.key }
      seen.record(
        ([context.task] + options.map { "\($0.key)=\($0.value)" }).joined(separator: " "))
    }
  }

  @Test @MainActor func `Any task runs by its name, with the given values`()
    async throws
  {
    let manager = TaskManager.forTest(errors: errors)
    try add("wanted", to: manager)
    try add("reloads", on: [.reload, .reserved1], to: manager)
    try manager.scheduleTask(name: "nightly", date: Date(timeIntervalSinceNow: 86_400)) { [seen] in
      seen.record($0.task)
    }
    for name in ["wanted", "reloads", "nightly"] {
      // Where it is called: the main actor, for tasks that do not suspend.
      #expect(try manager.runTask(named: name, options: ["number": 5]).isFinished)
    }
    #expect(seen.events == ["wanted number=5", "reloads number=5", "nightly"])
    #expect(
      manager.report.runs.map(\.occasion)
        == ["demand of wanted", "demand of reloads", "demand of nightly"])
    #expect(errors.events.isEmpty)
  }

  @Test @MainActor func `A task on demand runs for no event, and as often as requested`()
    async throws
  {
    let manager = TaskManager.forTest(errors: errors)
    try add("wanted", to: manager)
    try await manager.run([.reload, .reserved1])
    let error = await #expect(throws: TaskError.self) { try await manager.run(.demand) }
    #expect(error?.code == .noEvent)
    manager.trigger(.demand)
    #expect(errors.events.count == 1)
    #expect(seen.events.isEmpty)
    for _ in 1...3 { try manager.runTask(named: "wanted") }
    #expect(seen.events == ["wanted", "wanted", "wanted"])
  }

  @Test func `An unknown name is an error with the nearest name and the source location`() throws {
    let manager = TaskManager.forTest()
    try add("RefreshFeed", to: manager)
    let error = #expect(throws: TaskError.self) { try manager.runTask(named: "RefreshFed") }
    #expect(error?.code == .unknownTask)
    #expect(
      error?.message == "no task is named 'RefreshFed': did you mean 'RefreshFeed'?")
    #expect(error?.fileID == #fileID)
    #expect(manager.report.runs.isEmpty)
  }

  @Test @MainActor func `A request for a paused task is an error with a suggestion`() async throws {
    let manager = TaskManager.forTest()
    try add("wanted", to: manager)
    try manager.pauseTask(named: "wanted")
    let error = #expect(throws: TaskError.self) { try manager.runTask(named: "wanted") }
    #expect(error?.code == .pausedTask)
    #expect(
      error?.message
        == "the task 'wanted' does not run: it is paused. Call 'resumeTask(named:)' first.")
    try manager.resumeTask(named: "wanted")
    try manager.runTask(named: "wanted")
    #expect(seen.events == ["wanted"])
  }

  @Test @MainActor func `Dependencies on demand run before a requested task`()
    async throws
  {
    let manager = TaskManager.forTest(errors: errors)
    try add("third", dependsOn: ["second"], to: manager)
    try add("second", dependsOn: ["first"], to: manager)
    try add("first", to: manager)
    try add("other", to: manager)
    try manager.runTask(named: "third", options: ["number": 1])
    // What has succeeded need not run again.
    try manager.runTask(named: "third")
    try manager.runTask(named: "second")
    #expect(
      seen.events == [
        "first number=1", "second number=1", "third number=1", "third", "second",
      ])
    #expect(errors.events.isEmpty)
  }

  @Test @MainActor func `A dependency of an event is an error until the event has occurred`()
    async throws
  {
    let manager = TaskManager.forTest(errors: errors)
    try add("OpenStorage", on: .reserved1, to: manager)
    try add("LoadFeed", dependsOn: ["OpenStorage"], to: manager)
    let reports = await (try manager.runTask(named: "LoadFeed")).finished()
    #expect(seen.events.isEmpty)
    #expect(reports.flatMap(\.tasks).allSatisfy { !$0.outcome.isSuccess })
    #expect(errors.events.count == 1)
    #expect(errors.events.first?.contains("OpenStorage") == true)
    try await manager.run(.reserved1)
    try manager.runTask(named: "LoadFeed")
    #expect(seen.events == ["OpenStorage", "LoadFeed"])
  }

  @Test func `A request for a running task gets the next run`() async throws {
    let manager = TaskManager.forTest()
    let gate = Gate()
    try manager.injectEventTask(name: "slow", event: .demand) { [seen] context in
      let number = context["number"] as? Int ?? 0
      seen.record("begin \(number)")
      await gate.pass()
      seen.record("end \(number)")
    }
    let dispatches = try (1...3).map {
      try manager.runTask(named: "slow", options: ["number": $0])
    }
    while seen.events.isEmpty { await Task.yield() }
    #expect(seen.events == ["begin 1"])
    gate.open()
    for dispatch in dispatches {
      let reports = await dispatch.finished()
      #expect(reports.count == 1)
      #expect(reports.allSatisfy { $0.hasSucceeded })
    }
    #expect(seen.events == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  @Test func `A requested task that is destroyed does not run, nor another of its name`()
    async throws
  {
    let manager = TaskManager.forTest()
    let gate = Gate()
    try manager.injectEventTask(name: "slow", event: .demand) { _ in await gate.pass() }
    let first = try manager.runTask(named: "slow")
    let second = try manager.runTask(named: "slow")
    try manager.destroyTask(named: "slow")
    try add("slow", to: manager)
    gate.open()
    await first.finished()
    #expect(await second.finished().flatMap(\.tasks).isEmpty)
    #expect(seen.events.isEmpty)
  }

  @Test func `Concurrent requests for one task get a run each`() async throws {
    let manager = TaskManager.forTest(errors: errors)
    let running = Counter()
    let count = Counter()
    try manager.injectEventTask(name: "counts", event: .demand, traits: [.concurrent]) { _ in
      #expect(running.add() == 1)
      count.add()
      running.add(-1)
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<25 {
            do {
              await (try manager.runTask(named: "counts")).finished()
            } catch {
              Issue.record(error)
            }
          }
        }
      }
    }
    #expect(count.count == 200)
    #expect(errors.events.isEmpty)
  }
}
