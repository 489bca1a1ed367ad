import Foundation
import ModularityTestSupport
import Synchronization
import TaskStore
import Testing

@Suite struct JobWatchTests {
  private struct Failure: Error, CustomStringConvertible { let description = "no connection" }

  let deployment = Deployment()
  let changes = EventRecorder<JobChange>()

  /// Returns a manager that has been watched since before it had a store.
  private func watched(_ name: String? = nil) async throws -> (TaskManager, JobWatch) {
    let manager = TaskManager()
    manager.errorHandler = { _ in }
    let watch = manager.jobs.watch(name) { [changes] in changes.record($0) }
    try await manager.use(deployment.store, lease: .seconds(600))
    return (manager, watch)
  }

  private func sees(_ expected: [String]) async throws {
    try await deployment.waits("the changes \(expected)") {
      changes.events.map(\.description) == expected
    }
  }

  @Test func `A job starts, reports its progress and succeeds`() async throws {
    let (manager, _) = try await watched("double")
    try manager.jobs.handle("double") { (number: Int, context: JobContext) in
      try await context.report(progress: 0.5)
      return number * 2
    }
    try manager.jobs.handle("other") { (_: Int, _: JobContext) in 0 }
    let other = try await manager.jobs.enqueue("other", 1)
    _ = try await manager.jobs.result(of: other, as: Int.self)
    let id = try await manager.jobs.enqueue("double", 21)
    try await sees([
      "double \(id): running", "double \(id): progress 50%", "double \(id): succeeded",
    ])
    #expect(changes.events.last?.result == "42")
    #expect(changes.events[1].progress == 0.5)
    #expect(changes.events.map(\.attempt) == [1, 1, 1])
  }

  @Test func `A job is retried, and fails for good`() async throws {
    let (manager, _) = try await watched()
    try manager.jobs.handle("send", .retry(attempts: 2, backoff: .constant(.zero))) {
      (_: Int, _: JobContext) async throws in throw Failure()
    }
    let id = try await manager.jobs.enqueue("send", 1)
    try await sees([
      "send \(id): running", "send \(id): retried: no connection", "send \(id): running",
      "send \(id): failed: no connection",
    ])
    #expect(changes.events.map(\.attempt) == [1, 1, 2, 2])
    #expect(changes.events.last?.detail == "no connection")
  }

  @Test func `A job that is cancelled while it runs is seen as cancelled`() async throws {
    let (manager, _) = try await watched()
    try manager.jobs.handle("wait") { (_: Int, _: JobContext) async throws in
      try await Task.sleep(for: .seconds(600))
    }
    let id = try await manager.jobs.enqueue("wait", 1)
    try await sees(["wait \(id): running"])
    #expect(try await manager.jobs.cancel(id))
    try await sees(["wait \(id): running", "wait \(id): cancelled"])
  }

  @Test func `A watch that is cancelled is called no more, and the others are`() async throws {
    let (manager, watch) = try await watched()
    let others = EventRecorder<JobChange>()
    manager.jobs.watch("double") { others.record($0) }
    try manager.jobs.handle("double") { (number: Int, _: JobContext) in number * 2 }
    let first = try await manager.jobs.enqueue("double", 1)
    try await sees(["double \(first): running", "double \(first): succeeded"])
    watch.cancel()
    watch.cancel()
    try await manager.jobs.enqueue("double", 2)
    try await deployment.waits("the other observer to see both") { others.events.count == 4 }
    #expect(changes.events.count == 2)
  }

  @Test func `A job does not wait for an observer, which may use the jobs`() async throws {
    let manager = TaskManager()
    try await manager.use(deployment.store, lease: .seconds(600))
    let gate = DispatchSemaphore(value: 0)
    manager.jobs.watch("double") { [changes] change in
      // Another observer of the same job, added while a change is delivered.
      manager.jobs.watch("none") { _ in }.cancel()
      gate.wait()
      changes.record(change)
    }
    try manager.jobs.handle("double") { (number: Int, _: JobContext) in number * 2 }
    let id = try await manager.jobs.enqueue("double", 21)
    #expect(try await manager.jobs.result(of: id, as: Int.self) == 42)
    #expect(changes.events.isEmpty)
    gate.signal()
    gate.signal()
    try await sees(["double \(id): running", "double \(id): succeeded"])
  }
}
