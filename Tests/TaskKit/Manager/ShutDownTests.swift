import ModularityTestSupport
import Testing

@testable import TaskKit

/// The end of the process.
@Suite @MainActor struct ShutDownTests {
  private func end(_ name: String, _ recorder: EventRecorder<String>) -> TaskBody {
    TaskBody(
      form: .synchronous { _ in
        recorder.record(name)
        return nil
      })
  }

  @Test func `Dependents shut down first, and each task once`() async throws {
    let manager = TaskManager.forTest()
    let ended = EventRecorder<String>()
    try manager.declare("a", on: .reserved1, shutdown: end("a", ended)) { _ in nil }
    // Nothing to give back itself; it keeps the others in order.
    try manager.declare("b", on: .reserved1, requires: ["a"]) { _ in nil }
    try manager.declare("c", on: .reserved1, requires: ["b"], shutdown: end("c", ended)) { _ in nil
    }
    try manager.declare("fails", on: .reserved1, shutdown: end("fails", ended)) { _ in
      throw Broken()
    }
    try manager.declare("later", on: .reserved2, shutdown: end("later", ended)) { _ in nil }
    try await manager.run(.reserved1)
    let report = await manager.shutDown()
    #expect(ended.events == ["c", "a"])
    #expect(report.tasks.map(\.name) == ["c", "a"])
    #expect(await manager.shutDown().tasks.isEmpty)
    #expect(ended.events == ["c", "a"])
  }

  @Test func `A program without a host runs its exit tasks and shuts down, once`()
    async throws
  {
    let manager = TaskManager.forTest()
    let said = EventRecorder<String>()
    try manager.injectEventTask(name: "last", event: .willTerminate) { _ in
      await Task.yield()
      said.record("last")
    }
    try manager.declare("open", on: .reserved1, shutdown: end("closed", said)) { _ in nil }
    try await manager.run(.reserved1)
    for _ in 1...2 { await manager.terminate() }
    #expect(said.events == ["last", "closed"])
  }

  @Test func `Each shutdown has its own timeout, and a late one delays no other`() async throws {
    let clock = ManualClock()
    let manager = TaskManager.inOrder(clock: clock)
    let gate = Gate()
    let ended = EventRecorder<String>()
    let deaf = TaskBody(
      form: .asynchronous { _ in
        await gate.pass()
        return nil
      })
    try manager.declare("base", on: .reserved1, shutdown: end("base", ended)) { _ in nil }
    try manager.declare(
      "deaf", on: .reserved1, requires: ["base"], traits: [.shutdownTimeout(.seconds(2))],
      shutdown: deaf
    ) { _ in nil }
    try manager.declare("other", on: .reserved1, shutdown: end("other", ended)) { _ in nil }
    manager.trigger(.reserved1)
    await manager.runUntilIdle()
    async let report = manager.shutDown()
    while clock.sleeperCount == 0 || ended.events.isEmpty {
      await manager.runUntilIdle()
      await Task.yield()
    }
    #expect(ended.events == ["other"])
    clock.advance(by: .seconds(2))
    await manager.runUntilIdle()
    let outcome = await report.outcome("deaf")
    #expect(outcome?.contains("timeout of 2.0 seconds") == true)
    #expect(ended.events == ["other", "base"])
    gate.open()
    await manager.runUntilIdle()
  }
}
