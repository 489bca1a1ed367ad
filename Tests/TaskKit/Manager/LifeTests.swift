import Foundation
import ModularityTestSupport
import SectionRegistry
import Synchronization
import Testing
import ToolkitTrace

@testable import TaskKit

/// Launch, pause, destruction, milestones: what comes and goes while tasks run.
@Suite @MainActor struct LifeTests {
  let ran = EventRecorder<String>()

  @Test func `The second phase of the launch starts when the first has ended`() async throws {
    let manager = TaskManager.forTest()
    let gate = Gate()
    try manager.injectEventTask(name: "will", event: .willFinishLaunching) { [ran] _ in
      await gate.pass()
      ran.record("will")
    }
    try manager.injectEventTask(name: "did", event: .didFinishLaunching) { @MainActor [ran] _ in
      ran.record("did")
    }
    manager.trigger(.willFinishLaunching)
    let did = manager.trigger(.didFinishLaunching)
    #expect(!did.isFinished)
    gate.open()
    await did.finished()
    #expect(ran.events == ["will", "did"])
  }

  @Test func `A task for a finished launch is rejected`() throws {
    let manager = TaskManager.forTest()
    manager.trigger(.willFinishLaunching)
    let error = #expect(throws: TaskError.self) {
      try manager.injectEventTask(name: "late", event: .willFinishLaunching) { @MainActor _ in }
    }
    #expect(error?.code == .eventIsOver)
  }

  @Test func `A paused task is left out from the next run on, without holding up others`() throws {
    let manager = TaskManager.forTest()
    for (name, dependencies) in [("a", [String]()), ("b", ["a"])] {
      try manager.injectEventTask(name: name, event: .reserved1, dependencies: dependencies) {
        @MainActor [ran] _ in ran.record(name)
      }
    }
    manager.trigger(.reserved1)
    try #expect(manager.pauseTask(named: "a"))
    try #expect(!manager.pauseTask(named: "a"))
    manager.trigger(.reserved1)
    try #expect(manager.resumeTask(named: "a"))
    try #expect(!manager.resumeTask(named: "a"))
    manager.trigger(.reserved1)
    #expect(ran.events == ["a", "b", "b", "a", "b"])
  }

  @Test func `A destroyed task does not start, in any running dispatch`() async throws {
    let manager = TaskManager.inOrder()
    try manager.injectEventTask(name: "first", event: .reserved1) { [weak manager] _ in
      try manager?.destroyTask(named: "second")
      await Task.yield()
    }
    try manager.injectEventTask(name: "second", event: .reserved1, after: ["first"]) { _ in
      Issue.record("it was destroyed")
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    #expect(dispatch.state.outcome?.reports.first?.outcome("second") == "cancelled")
  }

  @Test func `A task that cancels itself and throws is cancelled, and its error is not reported`()
    async throws
  {
    let errors = EventRecorder<String>()
    let manager = TaskManager.inOrder(clock: ManualClock(), errors: errors)
    try manager.injectEventTask(name: "task", event: .reserved1) { [weak manager] _ async throws in
      #expect(try manager?.cancelTask(named: "task") == true)
      throw Broken()
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    #expect(dispatch.state.outcome?.reports.first?.outcome("task") == "cancelled")
    #expect(errors.events.isEmpty)
    // It has ended.
    #expect(try !manager.cancelTask(named: "task"))
  }

  @Test func `A suspended task is cancelled when it is destroyed`() async throws {
    let clock = ManualClock()
    let manager = TaskManager.inOrder(clock: clock)
    try manager.injectEventTask(name: "sleeps", event: .reserved1) { _ in
      try await clock.sleep(for: .seconds(60))
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    #expect(clock.sleeperCount == 1)
    try manager.destroyTask(named: "sleeps")
    await manager.runUntilIdle()
    #expect(dispatch.isFinished)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A milestone is reached when all tasks before it have ended, in any way`()
    async throws
  {
    let manager = TaskManager.forTest()
    for name in ["a", "b"] {
      try manager.injectEventTask(
        name: name, event: name == "a" ? .reserved1 : .reserved2, autoRemove: name == "a",
        traits: [.before("screen")]
      ) { @MainActor _ in if name == "b" { throw Broken() } }
    }
    async let reached: Void = manager.reach("screen")
    manager.trigger(.reserved1)
    #expect(!manager.hasReached("screen"))
    manager.trigger(.reserved2)
    #expect(manager.hasReached("screen"))
    try await reached
    try await manager.reach("screen")
  }

  @Test func `A milestone of a single task that is removed afterwards stays reached`() throws {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(
      name: "once", event: .reserved1, autoRemove: true, traits: [.before("screen")]
    ) { @MainActor _ in }
    manager.trigger(.reserved1)
    #expect(manager.hasReached("screen"))
  }

  @Test func `A wait for a milestone ends when its last task is destroyed`() async throws {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(name: "never", event: .reserved1, traits: [.before("screen")]) {
      @MainActor _ in
    }
    let waiting = Task { try await manager.reach("screen") }
    while manager.state.withLock({ $0.catalog.waiters.isEmpty }) { await Task.yield() }
    try manager.destroyTask(named: "never")
    try await waiting.value
    let error = await #expect(throws: TaskError.self) { try await manager.reach("sceen") }
    #expect(error?.code == .unknownMilestone)
  }

  @Test func `No object of a run, a task or a manager outlives it`() async throws {
    final class Precious: Sendable {}
    weak var captured: Precious?
    weak var forgotten: TaskManager?
    do {
      let precious = Precious()
      captured = precious
      let manager = TaskManager.forTest()
      forgotten = manager
      try manager.injectEventTask(name: "sync", event: .reserved1, traits: [.concurrent]) { _ in
        withExtendedLifetime(precious) {}
      }
      try manager.injectEventTask(name: "async", event: .reserved1) { _ in
        await Task.yield()
        withExtendedLifetime(precious) {}
      }
      try manager.injectEventTask(
        name: "tried", event: .reserved1, traits: [.timeout(.seconds(60)), .retry(attempts: 2)]
      ) { _ in withExtendedLifetime(precious) {} }
      let report = try await manager.run(.reserved1)
      #expect(report.first?.tasks.count == 3)
      for name in ["sync", "async", "tried"] { try manager.destroyTask(named: name) }
      try manager.injectEventTask(name: "other", event: .reserved1) { _ in }
      // The report and the manager live; what the tasks had captured does not.
      try await manager.run(.reserved1)
    }
    // A worker or a timer may be about to leave.
    for _ in 0..<100_000 where captured != nil || forgotten != nil { await Task.yield() }
    #expect(captured == nil)
    #expect(forgotten == nil)
  }

  @Test(arguments: ["destroyed", "removed", "needed elsewhere", "declared no more"])
  func `Captures of a task are released with it, without another event`(
    how: String
  ) async throws {
    final class Precious: Sendable {}
    weak var captured: Precious?
    let declared = Mutex<[TaskDefinition]>([])
    let revision = Mutex(RecordRevision.none)
    let manager: TaskManager
    do {
      let precious = Precious()
      captured = precious
      let block: @Sendable (TaskContext) -> Void = { _ in withExtendedLifetime(precious) {} }
      if how == "declared no more" {
        declared.withLock {
          $0 = [
            TaskDefinition(
              name: "task", trigger: .event(.reserved1), priority: .default, requires: [],
              follows: [], properties: TaskProperties(), body: TaskBody(block),
              location: CodeLocation(fileID: "Shop/Tasks.swift", line: 7))
          ]
        }
      }
      manager = TaskManager(
        world: .init(
          time: ErasedClock(ContinuousClock()), lanes: ProcessLanes(workerCount: 2),
          launchOptions: .current, declared: { (declared.withLock { $0 }, []) },
          revision: { revision.withLock { $0 } }))
      if how != "declared no more" {
        try manager.injectEventTask(
          name: "task", event: .reserved1, autoRemove: how == "removed", block: block)
      }
    }
    try manager.injectEventTask(name: "stays", event: .reserved1) { @MainActor _ in }
    if how == "needed elsewhere" {
      try manager.injectEventTask(name: "needs", event: .reserved2, dependencies: ["task"]) { _ in }
    }
    try await manager.run([.reserved1, .reserved2])
    switch how {
    case "removed": break
    case "declared no more":
      #expect(captured != nil)
      declared.withLock { $0 = [] }
      revision.withLock { $0 = SectionRegistry.revision }
      #expect(manager.list.map(\.name) == ["stays"])
    default:
      #expect(captured != nil)
      try manager.destroyTask(named: "task")
    }
    // A worker may be about to leave.
    for _ in 0..<100_000 where captured != nil { await Task.yield() }
    #expect(captured == nil)
  }

  @Test func `Captures of tasks may use the manager on release`() throws {
    final class Nosy: Sendable {
      let manager: TaskManager
      let seen: EventRecorder<String>
      init(_ manager: TaskManager, _ seen: EventRecorder<String>) {
        self.manager = manager
        self.seen = seen
      }
      deinit { seen.record(manager.hasReached("any") ? "reached" : "not reached") }
    }
    let manager = TaskManager.forTest()
    do {
      let nosy = Nosy(manager, ran)
      try manager.injectEventTask(name: "task", event: .reserved1) { @MainActor _ in
        withExtendedLifetime(nosy) {}
      }
      manager.trigger(.reserved1)
      let handler = Nosy(manager, ran)
      manager.errorHandler = { _ in withExtendedLifetime(handler) {} }
    }
    #expect(ran.events.isEmpty)
    try manager.destroyTask(named: "task")
    manager.errorHandler = { _ in }
    #expect(ran.events == ["not reached", "not reached"])
  }
}
