import Foundation
import SectionRegistry
import Testing

@testable import TaskKit

// MARK: - What is declared

@EventTask(.critical, on: .declaredHere)
private enum InEnum {
  static func run() -> String { "enum" }
}

@EventTask(
  "declared.struct", .low, on: [.declaredHere, .reserved2], dependsOn: [InEnum.self, "declared.x"],
  after: ["declared.y", Holder.InClass.self], .concurrent, .timeout(.seconds(5)),
  .retry(attempts: 3, backoff: .constant(.seconds(1))), .onFailure(.abort), .before("ready"),
  .shutdownTimeout(.seconds(2)), .skipped(unless: { _ in false }, because: "never"))
private struct InStruct {
  static func run(_ context: TaskContext) -> String { "struct \(context.task)" }
}

private enum Holder {
  @EventTask(level, on: .declaredHere)
  final class InClass {
    static func run(context: TaskContext) throws -> String { throw Refused(number: 7) }
  }

  static let level = TaskManager.Priority.high
}

@EventTask(on: .declaredHere)
private actor InActor {
  static func run(context: TaskContext) async throws -> String {
    await Task.yield()
    return "actor \(context.task)"
  }
  static func shutdown() async throws { throw Refused(number: 1) }
}

@EventTask(on: .declaredHere)
@MainActor private enum OnMain {
  private(set) static var runs = 0
  static func run() -> Int {
    MainActor.preconditionIsolated()
    runs += 1
    return runs
  }
  static func shutdown() { MainActor.preconditionIsolated() }
}

@EventTask(on: .declaredHere)
private enum OnMainWaiting {
  @MainActor static func run(_: TaskContext) async -> Bool {
    await Task.yield()
    MainActor.preconditionIsolated()
    return true
  }
}

@EventTask(on: .declaredHere)
private enum OnStore {
  @StoreActor static func run() -> Bool {
    StoreActor.shared.preconditionIsolated()
    return true
  }
}

@EventTask(on: .declaredHere)
private enum ThrowingItsOwn {
  static func run() throws(Refused) -> Int { throw Refused(number: 3) }
}

@EventTask(on: .declaredHere)
@MainActor private enum ThrowingOnMain {
  static func run(_ context: TaskContext) throws(Refused) {
    MainActor.preconditionIsolated()
    throw Refused(number: 4)
  }
}

@EventTask(on: .declaredHere)
private enum Maybe {
  static func run() -> Int? { nil }
}

@EventTask(on: .declaredHere)
private enum `default` {
  static func run() {}
}

@EventTask("declared.first", on: .declaredHere)
@EventTask("declared.second", on: .reserved1)
private enum Twice {
  class Words {}
  static func run(_ context: TaskContext) -> String { context.task }
}

@EventTask(on: .declaredHere, dependsOn: ["declared.x"])
private enum Late {
  static func run() {}
  static var dependency: [Any] { [InEnum.self, Holder.InClass.self, "declared.y"] }
}

@EventTask(on: .declaredHere)
private enum LateTypes {
  static func run() {}
  static func dependency() -> [Any.Type] { [InEnum.self] }
}

@EventTask(on: .declaredHere)
@MainActor private enum LateNames {
  static func run() {}
  nonisolated static let dependency: [String] = ["declared.y"]
}

#task(
  "declared.everyEvent",
  on: [
    .willFinishLaunching, .didFinishLaunching, .willEnterForeground, .didEnterBackground,
    .didBecomeActive, .didReceiveMemoryWarning, .willTerminate, .willResignActive,
    .significantTimeChange, .openURL, .willChangeStatusBarOrientation,
    .didChangeStatusBarOrientation, .backgroundRefreshStatusDidChange,
    .userDidTakeScreenshot, .reserved1, .reserved2, .idle, .reload, .demand,
  ]
) {}

// MARK: - What is read back

@Suite struct EventTaskTests {
  @Test func `A type is a task with its name and source location`() throws {
    let task = try Declared.task("InEnum")
    #expect(task.type == InEnum.self)
    #expect(task.trigger == .event(.declaredHere))
    #expect(task.priority == .critical)
    #expect(task.requires.isEmpty)
    #expect(task.follows.isEmpty)
    #expect(task.shutdown == nil)
    #expect(!task.isRemovedAfterRun)
    #expect(task.location == CodeLocation(fileID: "TaskKitTests/EventTaskTests.swift", line: 9))
  }

  @Test func `Name, priority, events, dependencies and traits are taken from the source`()
    throws
  {
    let task = try Declared.task("declared.struct")
    #expect(task.type == InStruct.self)
    #expect(task.trigger == .event([.declaredHere, .reserved2]))
    #expect(task.priority == .low)
    #expect(task.requires.texts == ["InEnum", "'declared.x'"])
    #expect(task.follows.texts == ["'declared.y'", "InClass"])
    let properties = task.properties
    #expect(properties.isConcurrent)
    #expect(properties.timeout == .seconds(5))
    #expect(properties.maximumAttempts == 3)
    #expect(properties.backoff == .constant(.seconds(1)))
    #expect(properties.failurePolicy == .abort)
    #expect(properties.milestones == ["ready"])
    #expect(properties.shutdownTimeout == .seconds(2))
    #expect(properties.conditions.map(\.reason) == ["never"])
    #expect(properties.conditions.first?.isMet(TaskContext(task: "")) == false)
  }

  @Test func `Without further arguments, there are no traits, and the priority is the default`()
    throws
  {
    let task = try Declared.task("OnMain")
    #expect(task.priority == .default)
    #expect(!task.properties.isConcurrent)
    #expect(task.properties.timeout == nil)
    #expect(task.properties.maximumAttempts == 1)
    #expect(task.properties.conditions.isEmpty)
  }

  @Test func `A computed priority is evaluated at run time`() throws {
    #expect(try Declared.task("InClass").priority == .high)
    let record = try Declared.record("InClass")
    #expect(record.flags.contains(.unresolvedPriority))
    #expect(record.priority == 0)
  }

  @Test func `One type can be several tasks`() async throws {
    for (name, event) in [
      ("declared.first", TaskEvent.declaredHere), ("declared.second", .reserved1),
    ] {
      let task = try Declared.task(name)
      #expect(task.type == Twice.self)
      #expect(task.trigger == .event(event))
      #expect(try await task.body(as: name) as? String == name)
    }
  }

  // MARK: run

  private static let bodies: [(name: String, place: TaskBody.Place, result: String)] = [
    ("InEnum", .anywhere, "enum"), ("declared.struct", .anywhere, "struct declared.struct"),
    ("InActor", .suspending, "actor InActor"), ("OnMainWaiting", .suspending, "true"),
    ("OnStore", .suspending, "true"), ("Maybe", .anywhere, "nil"),
  ]

  @Test(arguments: bodies)
  func `run is called on its actor, with the context, and returns its result`(
    name: String, place: TaskBody.Place, result: String
  ) async throws {
    let task = try Declared.task(name)
    #expect(task.body.place == place)
    let value = try #require(await task.body(as: name))
    #expect("\(value)" == result)
  }

  @Test func `run of the main actor is called there, wherever the task is triggered`() async throws
  {
    let task = try Declared.task("OnMain")
    #expect(task.body.place == .onMain)
    let before = await OnMain.runs
    #expect(try await task.body() as? Int == before + 1)
    #expect(await OnMain.runs == before + 1)
  }

  @Test func `run that returns nothing has no result`() async throws {
    #expect(try await Declared.task("default").body() == nil)
  }

  @Test(arguments: [("InClass", 7), ("ThrowingItsOwn", 3), ("ThrowingOnMain", 4)])
  func `An error of run is passed on`(name: String, number: Int) async throws {
    let task = try Declared.task(name)
    await #expect(throws: Refused(number: number)) { try await task.body() }
  }

  // MARK: shutdown

  @Test func `shutdown is found, and called on its actor`() async throws {
    let onMain = try #require(try Declared.task("OnMain").shutdown)
    #expect(onMain.place == .onMain)
    #expect(try await onMain() == nil)
    let waiting = try #require(try Declared.task("InActor").shutdown)
    #expect(waiting.place == .suspending)
    await #expect(throws: Refused(number: 1)) { try await waiting() }
  }

  // MARK: dependency

  @Test(arguments: [
    ("Late", ["'declared.x'", "InEnum", "InClass", "'declared.y'"]), ("LateTypes", ["InEnum"]),
    ("LateNames", ["'declared.y'"]),
  ])
  func `dependency adds to what is written`(name: String, requires: [String]) throws {
    #expect(try Declared.task(name).requires.texts == requires)
  }

  // MARK: The record

  @Test func `The record equals the source`() throws {
    let record = try Declared.record("declared.struct")
    #expect(record.kind == "task")
    #expect(record.priority == 3)
    #expect(record.flags == [.unique])
    #expect(
      try Declared.detail("declared.struct") == [
        "unresolved": ["on": "[.declaredHere, .reserved2]"],
        "dependsOn": [["type": "InEnum"], ["name": "declared.x"]],
        "after": [["name": "declared.y"], ["type": "Holder.InClass"]],
        "traits": [
          ".concurrent", ".timeout(.seconds(5))",
          ".retry(attempts: 3, backoff: .constant(.seconds(1)))", ".onFailure(.abort)",
          ".before(\"ready\")", ".shutdownTimeout(.seconds(2))",
          ".skipped(unless: { _ in false }, because: \"never\")",
        ],
        "concurrent": true, "type": "InStruct", "result": "String",
      ])
    #expect(
      try Declared.detail("InActor") == [
        "unresolved": ["on": ".declaredHere"], "type": "InActor", "result": "String",
        "async": true, "throws": true, "shutdown": true,
      ])
    #expect(try Declared.record("InActor").flags == [.unique, .asynchronous])
    #expect(
      try Declared.detail("LateNames") == [
        "unresolved": ["on": ".declaredHere"], "type": "LateNames", "isolation": "MainActor",
        "dependency": true,
      ])
    #expect(try Declared.record("LateNames").flags == [.unique, .mainActor])
  }

  @Test func `Macros know the names of all events`() throws {
    #expect(
      try Declared.detail("declared.everyEvent") == ["on": TaskEvent.named.map(\.name)])
    #expect(
      try Declared.task("declared.everyEvent").trigger
        == .event(TaskEvent(TaskEvent.named.map(\.event))))
  }
}
