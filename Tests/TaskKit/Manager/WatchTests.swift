import ModularityTestSupport
import Testing

@testable import TaskKit

/// Being told of every step of tasks.
@Suite struct WatchTests {
  private let seen = EventRecorder<String>()

  private func addTask(
    _ name: String, to manager: TaskManager,
    _ body: @escaping @Sendable (TaskContext) throws -> Void = { _ in }
  ) throws {
    try manager.injectEventTask(name: name, event: .reserved1) {
      @MainActor (context: TaskContext) throws -> Void in try body(context)
    }
  }

  @Test @MainActor func `A watch sees a task scheduled, running, progressing and finished`()
    async throws
  {
    let manager = TaskManager.forTest()
    manager.watch("load") { [seen] in seen.record("\($0)") }
    try addTask("load", to: manager) { context in
      context.report(progress: 0.404)
      context.report(progress: 1)
    }
    try await manager.run(.reserved1)
    #expect(
      seen.events == [
        "load: scheduled", "load: running", "load: progress 40%", "load: progress 100%",
        "load: succeeded",
      ])
  }

  @Test @MainActor func `A watch sees one failure, and a skip of dependents with the reason`()
    async throws
  {
    let manager = TaskManager.forTest()
    let changes = EventRecorder<TaskChange>()
    manager.watch { changes.record($0) }
    try manager.injectEventTask(
      name: "broken", event: .reserved1, traits: [.retry(attempts: 3, backoff: .constant(.zero))]
    ) { @MainActor (_: TaskContext) throws -> Void in throw Broken() }
    try manager.injectEventTask(name: "later", event: .reserved1, dependencies: ["broken"]) {
      @MainActor (_: TaskContext) throws -> Void in
    }
    try await manager.run(.reserved1)
    let steps = Dictionary(grouping: changes.events, by: \.task)
    #expect(steps["broken"]?.map(\.state.name) == ["scheduled", "running", "failed"])
    #expect(steps["later"]?.map(\.state.name) == ["scheduled", "skipped"])
    let broken = try #require(steps["broken"]?.last)
    guard case .failed(let error) = broken.state else {
      Issue.record("\(broken)")
      return
    }
    #expect(error.message.contains("broken"))
    #expect("\(broken)" == "broken: failed: \(error.message)")
    let later = try #require(steps["later"]?.last)
    guard case .skipped(let reason) = later.state else {
      Issue.record("\(later)")
      return
    }
    #expect(reason.contains("broken"))
    #expect("\(later)" == "later: skipped: \(reason)")
  }

  @Test func `A watch sees the cancellation of a running task`() async throws {
    let manager = TaskManager.forTest()
    manager.watch("endless") { [seen] in seen.record("\($0)") }
    try manager.injectEventTask(name: "endless", event: .demand) { _ in
      // Until it is cancelled.
      try await Task.sleep(for: .seconds(86_400))
    }
    let dispatch = try manager.runTask(named: "endless")
    try await seen.waitForEvents(count: 2)
    #expect(try manager.cancelTask(named: "endless"))
    await dispatch.finished()
    #expect(seen.events == ["endless: scheduled", "endless: running", "endless: cancelled"])
  }

  @Test @MainActor func `A watch of one task is notified of it alone, and before watches of all`()
    async throws
  {
    let manager = TaskManager.forTest()
    manager.watch { [seen] in seen.record("all \($0)") }
    manager.watch("one") { [seen] in seen.record("own \($0)") }
    try addTask("one", to: manager)
    try addTask("other", to: manager)
    try await manager.run(.reserved1)
    #expect(
      seen.events == [
        "own one: scheduled", "all one: scheduled", "all other: scheduled",
        "own one: running", "all one: running", "own one: succeeded", "all one: succeeded",
        "all other: running", "all other: succeeded",
      ])
  }

  @Test @MainActor func `A watch that ends itself is not notified again, and others are`()
    async throws
  {
    let manager = TaskManager.forTest()
    let watches = EventRecorder<TaskWatch>()
    watches.record(
      manager.watch("load") { [seen] change in
        seen.record("short \(change)")
        for watch in watches.events where change.state.name == "running" { watch.cancel() }
      })
    manager.watch("load") { [seen] in seen.record("long \($0)") }
    try addTask("load", to: manager)
    try await manager.run(.reserved1)
    // Ending it twice does nothing.
    watches.events.first?.cancel()
    #expect(
      seen.events == [
        "short load: scheduled", "long load: scheduled", "short load: running",
        "long load: running", "long load: succeeded",
      ])
  }

  @Test @MainActor func `A watch waits for a task of its name, and goes on with the next one`()
    async throws
  {
    let manager = TaskManager.forTest()
    manager.watch("load") { [seen] in seen.record("\($0)") }
    try await manager.run(.reserved1)
    for _ in 1...2 {
      try addTask("load", to: manager)
      try await manager.run(.reserved1)
      try manager.destroyTask(named: "load")
    }
    let once = ["load: scheduled", "load: running", "load: succeeded"]
    #expect(seen.events == once + once)
  }

  @Test @MainActor func `A watch may use the manager`() async throws {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(name: "next", event: .demand) {
      @MainActor [seen] (_: TaskContext) throws -> Void in seen.record("next runs")
    }
    manager.watch("load") { [weak manager, seen] change in
      guard change.state.name == "succeeded" else { return }
      do {
        try manager?.runTask(named: "next")
        try manager?.pauseTask(named: "load")
        manager?.watch("next") { seen.record("\($0)") }.cancel()
      } catch {
        Issue.record(error)
      }
    }
    try addTask("load", to: manager)
    try await manager.run(.reserved1)
    #expect(seen.events == ["next runs"])
    #expect(manager.list.first { $0.name == "load" }?.isPaused == true)
  }

  @Test(arguments: [
    (0.25, 0.25), (0, 0), (1, 1), (-0.1, 0), (1.1, 1), (.infinity, 1), (-.infinity, 0), (.nan, 0),
  ])
  @MainActor func `Progress is between 0 and 1`(
    said: Double, told: Double
  ) async throws {
    let manager = TaskManager.forTest()
    let fractions = EventRecorder<Double>()
    manager.watch { change in
      if case .progress(let fraction) = change.state { fractions.record(fraction) }
    }
    try addTask("load", to: manager) { $0.report(progress: said) }
    try await manager.run(.reserved1)
    #expect(fractions.events == [told])
  }

  @Test func `Ending a watch releases what it holds, and a watch keeps no manager`() {
    final class Held: Sendable {}
    weak var held: Held?
    weak var gone: TaskManager?
    let watch: TaskWatch
    do {
      let manager = TaskManager.forTest()
      gone = manager
      do {
        let object = Held()
        held = object
        watch = manager.watch { _ in withExtendedLifetime(object) {} }
      }
      #expect(held != nil)
      watch.cancel()
      #expect(held == nil)
    }
    #expect(gone == nil)
    watch.cancel()
  }

  @Test func `Steps of each task are in order, while watches start and end`()
    async throws
  {
    let manager = TaskManager.forTest()
    let changes = EventRecorder<TaskChange>()
    manager.watch { changes.record($0) }
    for number in 0..<50 {
      try manager.injectEventTask(
        name: "\(number)", event: .reserved1, traits: [.concurrent]
      ) { context in
        for step in 1...4 { context.report(progress: Double(step) / 4) }
      }
    }
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<50 {
            manager.watch(thread == 0 ? nil : "\(round)") { _ in }.cancel()
          }
        }
      }
      group.addTask {
        do {
          for _ in 1...3 { try await manager.run(.reserved1) }
        } catch {
          Issue.record(error)
        }
      }
    }
    let run = [
      "scheduled", "running", "progress 25%", "progress 50%", "progress 75%", "progress 100%",
      "succeeded",
    ]
    let steps = Dictionary(grouping: changes.events, by: \.task)
    #expect(steps.count == 50)
    #expect(steps.values.allSatisfy { $0.map { "\($0.state)" } == run + run + run })
  }
}
