import Foundation
import ModularityTestSupport
import Testing

@testable import TaskKit

/// What the original did wrong, one by one, and what is done instead.
@Suite @MainActor struct UpstreamRuleTests {
  let ran = EventRecorder<String>()

  private func record(
    _ name: String, _ priority: TaskManager.Priority = .default, on event: RWTaskEvent = .reserved1,
    dependencies: [Any] = [], in manager: TaskManager
  ) throws {
    try manager.injectEventTask(
      name: name, priority: priority, event: event, dependencies: dependencies
    ) { @MainActor [ran] _ in ran.record(name) }
  }

  @Test func `R1: dependencies precede priorities, and equal tasks run as declared`() throws {
    let manager = TaskManager.forTest()
    try record("Task1", .critical, in: manager)
    try record("Task2", .critical, dependencies: ["Task1", "Task3"], in: manager)
    try record("Task3", .low, in: manager)
    for index in 0..<20 { try record("equal \(index)", in: manager) }
    manager.trigger(.reserved1)
    #expect(ran.events.filter { $0.hasPrefix("Task") } == ["Task1", "Task3", "Task2"])
    #expect(
      ran.events.filter { $0.hasPrefix("equal") } == (0..<20).map { "equal \($0)" })
  }

  @Test func `R2: a cycle is reported with its path, and all other tasks run`() throws {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    try record("A", dependencies: ["B"], in: manager)
    try record("B", dependencies: ["A"], in: manager)
    try record("X", in: manager)
    try record("Y", dependencies: ["A"], in: manager)
    manager.trigger(.reserved1)
    manager.trigger(.reserved1)
    #expect(ran.events == ["X", "X"])
    // Once, however often it runs.
    #expect(errors.events.count == 1)
    let message = try #require(errors.events.first)
    #expect(message.contains("A") && message.contains("B") && message.contains("cycle"))
  }

  @Test func `R2: with the policy to throw, a plan's problems are thrown, and nothing runs`()
    async throws
  {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    manager.problemPolicy = .throw
    try record("A", on: .willFinishLaunching, dependencies: ["B"], in: manager)
    try record("X", on: .willFinishLaunching, in: manager)
    let error = await #expect(throws: TaskError.self) {
      try await manager.run(.willFinishLaunching)
    }
    #expect(error?.code == .badPlan)
    #expect(manager.trigger(.willFinishLaunching).isFinished)
    #expect(ran.events.isEmpty)
    #expect(errors.events.count == 1)
    // The launch is not spent by what did not take place.
    try record("B", on: .willFinishLaunching, in: manager)
    manager.trigger(.willFinishLaunching)
    #expect(ran.events == ["X", "B", "A"])
  }

  @Test func `R2: with the policy for priorities, the tasks of a cycle run by priority`() throws {
    let manager = TaskManager.forTest()
    manager.problemPolicy = .priorityOrder
    try record("A", dependencies: ["B"], in: manager)
    try record("B", .high, dependencies: ["A"], in: manager)
    manager.trigger(.reserved1)
    #expect(ran.events == ["B", "A"])
  }

  @Test func `R2: an unknown name is reported with the nearest, of any event`()
    throws
  {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    try record("OpenStorage", on: .willFinishLaunching, in: manager)
    try record("LoadFeed", dependencies: ["OpenStorge"], in: manager)
    manager.trigger(.reserved1)
    #expect(errors.events.count == 1)
    #expect(errors.events.first?.contains("Did you mean 'OpenStorage'") == true)
  }

  @Test func `R3: each of several events occurs once, independent of the others`() throws {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    try record("will", on: .willFinishLaunching, in: manager)
    try record("did", on: .didFinishLaunching, in: manager)
    try record("both", on: [.willFinishLaunching, .didFinishLaunching], in: manager)
    manager.trigger([.willFinishLaunching, .didFinishLaunching])
    #expect(ran.events == ["will", "both", "did", "both"])
    manager.trigger([.willFinishLaunching, .didFinishLaunching])
    #expect(ran.events.count == 4)
    #expect(errors.events.count == 2)
  }

  @Test func `R4: a task added for the next event runs, and a duplicate name is rejected`()
    throws
  {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(name: "adds", event: .willFinishLaunching) {
      @MainActor [ran, weak manager] _ in
      try manager?.injectEventTask(name: "added", event: .didFinishLaunching) { @MainActor _ in
        ran.record("added")
      }
    }
    manager.trigger([.willFinishLaunching, .didFinishLaunching])
    #expect(ran.events == ["added"])
    let error = #expect(throws: TaskError.self) {
      try manager.injectEventTask(name: "added", event: .reserved1) { @MainActor _ in }
    }
    #expect(error?.code == .duplicateName)
    #expect(error?.message.contains("UpstreamRuleTests.swift:") == true)
  }

  @Test func `R5: the name of a destroyed task is free, and nothing of the task remains`()
    throws
  {
    let manager = TaskManager.forTest()
    try record("name", in: manager)
    try manager.pauseTask(named: "name")
    try manager.destroyTask(named: "name")
    #expect(throws: TaskError.self) { try manager.destroyTask(named: "name") }
    try record("name", in: manager)
    manager.trigger(.reserved1)
    #expect(ran.events == ["name"])
    let posted = Notification.Name("R5")
    for _ in 1...2 {
      try manager.injectNotificationTask(name: "hears", notification: posted) {
        @MainActor [ran] _, _ in ran.record("hears")
      }
      manager.post(Notification(name: posted))
      try manager.destroyTask(named: "hears")
      manager.post(Notification(name: posted))
    }
    #expect(ran.events == ["name", "hears", "hears"])
  }

  @Test func `R5: an unknown name is reported with the nearest one`() throws {
    let manager = TaskManager.forTest()
    try record("LoadFeed", in: manager)
    let error = #expect(throws: TaskError.self) { try manager.pauseTask(named: "LoadFed") }
    #expect(error?.code == .unknownTask)
    #expect(error?.message.contains("did you mean 'LoadFeed'") == true)
  }

  @Test func `R6: a task that is removed after running runs once, however often triggered`()
    async throws
  {
    let manager = TaskManager.forTest()
    let count = Counter()
    try manager.injectEventTask(
      name: "once", event: [.reserved1, .reserved2, .reload], autoRemove: true,
      traits: [.concurrent]
    ) { _ in count.add() }
    await withTaskGroup { group in
      for event in [RWTaskEvent.reserved1, .reserved2, .reload] {
        for _ in 0..<20 { group.addTask { await manager.trigger(event).finished() } }
      }
    }
    #expect(count.count == 1)
    #expect(throws: TaskError.self) { try manager.cancelTask(named: "once") }
  }

  @Test func `R6: what depends on a removed task runs if that has succeeded`() throws {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(
      name: "once", event: .reserved1, autoRemove: true, fileID: "App/Once.swift", line: 7
    ) { @MainActor _ in }
    try manager.injectEventTask(name: "fails", event: .reserved1, autoRemove: true) {
      @MainActor _ in throw Broken()
    }
    for event in [TaskEvent.reserved1, .reload] {
      try manager.injectEventTask(
        name: "needs once at \(event)", event: event, dependencies: ["once"]
      ) { @MainActor [ran] _ in ran.record("\(event)") }
      try manager.injectEventTask(
        name: "needs fails at \(event)", event: event, dependencies: ["fails"]
      ) { @MainActor [ran] _ in ran.record("never") }
    }
    manager.trigger(.reserved1)
    manager.trigger(.reload)
    manager.trigger(.reserved1)
    #expect(ran.events == [".reserved1", ".reload", ".reserved1"])
    #expect(manager.problems.map(\.code) == [.dependencyOfOtherEvent, .dependencyOfOtherEvent])
    #expect(
      try manager.explain("needs once at .reload").dependencies.map(\.description) == [
        "'once' (App/Once.swift:7): must succeed; has succeeded, and was removed after its run"
      ])
    // A destroyed task is missed.
    try manager.injectEventTask(name: "once", event: .reserved2) { @MainActor _ in }
    try manager.destroyTask(named: "once")
    manager.trigger(.reload)
    #expect(ran.events.count == 3)
    #expect(manager.problems.contains { $0.code == .unknownDependency })
  }

  @Test func `R6: a task skipped by its condition stays, a failed one is removed`() throws {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(
      name: "once", event: .reserved1, autoRemove: true,
      traits: [.skipped(unless: { $0["now"] != nil }, because: "not yet")]
    ) { @MainActor [ran] _ in
      ran.record("once")
      throw Broken()
    }
    manager.trigger(.reserved1)
    #expect(ran.events.isEmpty)
    for _ in 1...2 { manager.trigger(.reserved1, options: ["now": true]) }
    #expect(ran.events == ["once"])
  }

  @Test func `R9: notification tasks have priorities, dependencies, pauses and an actor`()
    async throws
  {
    let manager = TaskManager.forTest()
    let name = Notification.Name("R9")
    func hear(_ task: String, _ priority: TaskManager.Priority, _ dependencies: [Any] = []) throws {
      try manager.injectNotificationTask(
        name: task, notification: name, priority: priority, dependencies: dependencies
      ) { @MainActor [ran] notification, _ in
        MainActor.assertIsolated()
        ran.record("\(task) \(notification.userInfo?["n"] ?? "")")
      }
    }
    try hear("last", .critical, ["first"])
    try hear("first", .low)
    try hear("paused", .high)
    try manager.pauseTask(named: "paused")
    manager.post(Notification(name: name, userInfo: ["n": 1]))
    #expect(ran.events == ["first 1", "last 1"])
    // From elsewhere, they run on the main actor all the same, in the order of posting.
    await Task.detached {
      for n in 2...4 { manager.post(Notification(name: name, userInfo: ["n": n])) }
    }.value
    while ran.events.count < 8 { await Task.yield() }
    #expect(ran.events.dropFirst(2) == (2...4).flatMap { ["first \($0)", "last \($0)"] }[...])
  }

  @Test func `R10: each dispatch has its own options, separate from shared values`()
    async throws
  {
    let manager = TaskManager.forTest()
    manager.store["key"] = "shared"
    let gate = Gate()
    try manager.injectEventTask(name: "late", event: .reserved1) { [ran] context in
      await gate.pass()
      ran.record("\(context["key"] ?? "nothing")")
    }
    let first = manager.trigger(.reserved1, options: ["key": "own"])
    let second = manager.trigger(.reserved1)
    gate.open()
    await first.finished()
    await second.finished()
    #expect(ran.events == ["own", "shared"])
    #expect(manager.store.value("key") == "shared")
  }

  @Test func `R11: a task that throws stops its dependents only`() throws {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(name: "fails", priority: .critical, event: .reserved1) {
      @MainActor _ in throw Broken()
    }
    try record("other", in: manager)
    manager.trigger(.reserved1)
    #expect(ran.events == ["other"])
  }

  @Test
  func `R14: a dependency of another event is an error until it has succeeded`()
    throws
  {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    try record("early", on: .reserved2, in: manager)
    try record("late", dependencies: ["early"], in: manager)
    manager.trigger(.reserved1)
    #expect(errors.events.count == 1)
    #expect(errors.events.first?.contains("'early'") == true)
    let before = ran.events
    manager.trigger(.reserved2)
    manager.trigger(.reserved1)
    #expect(ran.events == before + ["early", "late"])
    #expect(errors.events.count == 1)
    // The plan that was kept notices what becomes of tasks elsewhere.
    manager.trigger(.reserved1)
    #expect(ran.events == before + ["early", "late", "late"])
  }
}
