import Foundation
import SectionRegistry
import Testing

@testable import TaskKit

// MARK: - What is declared

@MainActor private var count = 0
private let level = TaskManager.Priority.critical

#task("closure.plain", .high, on: .declaredHere) {}
#task("closure.value", on: .declaredHere) { 5 }
#task("closure.context", on: .declaredHere) { context in context.task }
#task("closure.ignoring", on: .declaredHere) { _ in }
#task("closure.throwing", on: .declaredHere) { throw Refused(number: 5) }
#task("closure.waiting", on: .declaredHere) {
  await Task.yield()
  return "waited"
}
#task("closure.waitingContext", on: .declaredHere) { context in
  await Task.yield()
  return context.task
}
#task("closure.main", on: .declaredHere) { @MainActor in
  MainActor.preconditionIsolated()
  count += 1
}
#task("closure.mainWaiting", on: .declaredHere) { @MainActor context in
  await Task.yield()
  MainActor.preconditionIsolated()
  return context.task
}
#task("closure.store", on: .declaredHere) { @StoreActor in
  StoreActor.shared.preconditionIsolated()
  return true
}
#task("closure.reference", level, on: .declaredHere, run: describe)
#task(
  "closure.all", .low, on: .declaredHere, dependsOn: ["closure.plain", Home.self],
  after: [Home.self], .concurrent, .timeout(.seconds(3))
) { _ in
  "ran"
} shutdown: {
  throw Refused(number: 6)
}
#task("closure.shutdownWaiting", on: .declaredHere, run: {}, shutdown: { await Task.yield() })

private func describe(_ context: TaskContext) -> String { "described \(context.task)" }

private struct Home {
  static func prepare() -> String { "prepared" }

  #task("closure.inType", on: .declaredHere) { prepare() }
}

// MARK: - What is read back

@Suite struct ClosureTaskTests {
  private static let bodies: [(name: String, place: TaskBody.Place, result: String)] = [
    ("closure.value", .anywhere, "5"), ("closure.context", .anywhere, "closure.context"),
    ("closure.waiting", .suspending, "waited"),
    ("closure.waitingContext", .suspending, "closure.waitingContext"),
    ("closure.mainWaiting", .suspending, "closure.mainWaiting"),
    ("closure.store", .suspending, "true"),
    ("closure.reference", .anywhere, "described closure.reference"),
    ("closure.all", .anywhere, "ran"), ("closure.inType", .anywhere, "prepared"),
  ]

  @Test(arguments: bodies)
  func `A closure runs on its actor, with the context, and returns its result`(
    name: String, place: TaskBody.Place, result: String
  ) async throws {
    let task = try Declared.task(name)
    #expect(task.type == nil)
    #expect(task.body.place == place)
    let value = try #require(await task.body(as: name))
    #expect("\(value)" == result)
  }

  @Test(arguments: ["closure.plain", "closure.ignoring"])
  func `A closure that returns nothing has no result`(name: String) async throws {
    #expect(try await Declared.task(name).body() == nil)
  }

  @Test func `A closure of the main actor runs on the main actor`() async throws {
    let task = try Declared.task("closure.main")
    #expect(task.body.place == .onMain)
    let before = await count
    #expect(try await task.body() == nil)
    #expect(await count == before + 1)
  }

  @Test func `An error of a closure is passed on`() async throws {
    let task = try Declared.task("closure.throwing")
    await #expect(throws: Refused(number: 5)) { try await task.body() }
  }

  @Test func `Other arguments are taken from the source`() async throws {
    let task = try Declared.task("closure.all")
    #expect(task.trigger == .event(.declaredHere))
    #expect(task.priority == .low)
    #expect(task.requires.texts == ["'closure.plain'", "Home"])
    #expect(task.follows.texts == ["Home"])
    #expect(task.properties.isConcurrent)
    #expect(task.properties.timeout == .seconds(3))
    let shutdown = try #require(task.shutdown)
    #expect(shutdown.place == .anywhere)
    await #expect(throws: Refused(number: 6)) { try await shutdown() }
    let waiting = try #require(try Declared.task("closure.shutdownWaiting").shutdown)
    #expect(waiting.place == .suspending)
    #expect(try await waiting() == nil)
    #expect(try Declared.task("closure.plain").shutdown == nil)
    #expect(try Declared.task("closure.plain").priority == .high)
    #expect(try Declared.task("closure.reference").priority == .critical)
  }

  @Test func `The record has the compile-time properties of a closure`() throws {
    #expect(
      try Declared.detail("closure.all") == [
        "unresolved": ["on": ".declaredHere"],
        "dependsOn": [["name": "closure.plain"], ["type": "Home"]],
        "after": [["type": "Home"]], "traits": [".concurrent", ".timeout(.seconds(3))"],
        "concurrent": true, "shutdown": true,
      ])
    #expect(
      try Declared.detail("closure.mainWaiting") == [
        "unresolved": ["on": ".declaredHere"], "isolation": "MainActor", "async": true,
      ])
    #expect(
      try Declared.record("closure.mainWaiting").flags == [.unique, .asynchronous, .mainActor])
  }
}
