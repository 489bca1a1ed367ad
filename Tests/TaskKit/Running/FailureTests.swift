import ModularityTestSupport
import Testing

@testable import TaskKit

/// What becomes of others when a task fails or does not run.
@Suite struct FailureTests {
  private func manager(
    _ policy: TaskFailurePolicy?, overall: TaskFailurePolicy = .skipDependents
  ) throws -> TaskManager {
    let manager = TaskManager.forTest()
    manager.failurePolicy = overall
    try manager.injectEventTask(
      name: "fails", priority: .critical, event: .reserved1,
      traits: policy.map { [.onFailure($0)] } ?? []
    ) { (_: TaskContext) throws -> Void in throw Broken() }
    try manager.injectEventTask(
      name: "needs", event: .reserved1, dependencies: ["fails"]
    ) { @MainActor _ in }
    try manager.injectEventTask(name: "far", event: .reserved1, dependencies: ["needs"]) { _ in }
    try manager.injectEventTask(
      name: "free", priority: .low, event: .reserved1, after: ["fails"]
    ) { @MainActor _ in }
    return manager
  }

  @Test func `Dependents of a failed task are skipped, with the reason`() async throws {
    let report = try #require(try await manager(nil).run(.reserved1).first)
    #expect(
      report.outcome("fails") == "failed: the task 'fails' failed: broken")
    for name in ["needs", "far"] {
      let outcome = try #require(report.outcome(name))
      #expect(outcome.hasPrefix("skipped: ") && outcome.contains("'fails'"))
    }
    #expect(report.outcome("free") == "succeeded")
  }

  @Test(
    arguments: [(.continue, .abort), (nil, .continue)]
      as [(TaskFailurePolicy?, TaskFailurePolicy)])
  func `With the policy to continue, dependents of a failed task run`(
    own: TaskFailurePolicy?, overall: TaskFailurePolicy
  ) async throws {
    let report = try #require(try await manager(own, overall: overall).run(.reserved1).first)
    #expect(["needs", "far", "free"].allSatisfy { report.outcome($0) == "succeeded" })
  }

  @Test func `With the policy to stop, no task starts after a failure`() async throws {
    let report = try #require(try await manager(.abort).run(.reserved1).first)
    #expect(["needs", "far", "free"].allSatisfy { report.outcome($0) == "cancelled" })
    #expect(report.tasks.filter { $0.attempts > 0 }.map(\.name) == ["fails"])
  }

  @Test func `A condition that is not met skips a task, with its reason`() async throws {
    let manager = TaskManager.forTest()
    try manager.injectEventTask(
      name: "old", event: .reserved1,
      traits: [.skipped(unless: { $0["old"] != nil }, because: "there is no old shop")]
    ) { _ in }
    try manager.injectEventTask(name: "needs", event: .reserved1, dependencies: ["old"]) { _ in }
    let skipped = try #require(try await manager.run(.reserved1).first)
    #expect(skipped.outcome("old") == "skipped: there is no old shop")
    #expect(skipped.outcome("needs")?.contains("there is no old shop") == true)
    #expect(skipped.tasks.allSatisfy { $0.attempts == 0 })
    let met = try #require(try await manager.run(.reserved1, options: ["old": true]).first)
    #expect(met.hasSucceeded)
  }

  @Test func `A task reads the results of its dependencies`() async throws {
    enum Prices {}
    let manager = TaskManager.forTest()
    try manager.declare("prices", on: .reserved1, type: Prices.self) { _ in ["pen": 3] }
    try manager.declare("sum", on: .reserved1, requires: [TaskReference(Prices.self)]) { context in
      let prices = try context.result(of: Prices.self, as: [String: Int].self)
      return try context.result(of: "prices", as: [String: Int].self) == prices ? prices["pen"] : 0
    }
    try manager.declare("reads", on: .reserved1, requires: ["sum"]) { context in
      try #expect(context.result(of: "sum") == 3)
      return nil
    }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.tasks.count == 3)
    #expect(report.hasSucceeded)
  }

  @Test func `Reading a missing result throws the reason`() async throws {
    let manager = TaskManager.forTest()
    let reasons = EventRecorder<String>()
    @Sendable func ask(_ name: String, _ context: TaskContext) {
      do {
        let number: Int = try context.result(of: name)
        reasons.record("\(number)")
      } catch {
        #expect(error.code == .noResult)
        reasons.record(error.message)
      }
    }
    try manager.declare("text", on: .reserved1) { _ in "three" }
    try manager.declare("nothing", on: .reserved1) { _ in nil }
    try manager.declare("fails", on: .reserved1, traits: [.onFailure(.continue)]) { _ in
      throw Broken()
    }
    try manager.declare("stranger", on: .reserved1) { _ in 3 }
    try manager.declare("asks", on: .reserved1, requires: ["text", "nothing", "fails"]) { context in
      for name in ["text", "nothing", "fails", "stranger"] { ask(name, context) }
      return nil
    }
    try await manager.run(.reserved1)
    let parts = ["its type is 'String'", "returns nothing", "broken", "does not depend on it"]
    #expect(reasons.events.count == parts.count)
    for (reason, part) in zip(reasons.events, parts) { #expect(reason.contains(part)) }
  }

  @Test func `A test can pass results to a task`() throws {
    let context = TaskContext(task: "sum", results: ["prices": 3])
    try #expect(context.result(of: "prices", as: Int.self) == 3)
    #expect(throws: TaskError.self) { try context.result(of: "weights", as: Int.self) }
  }
}
