import Foundation
import SectionRegistry
import Testing

@testable import TaskKit

// MARK: - What is declared

extension Notification.Name {
  fileprivate static let declared = Notification.Name("declared.name")
}

private let key = "declared.expression"

@NotificationTask(on: "declared.key")
private enum NotiPlain {
  static func run(_ notification: Notification) -> String { notification.name.rawValue }
}

@NotificationTask(
  "declared.noti", .high, on: .declared, dependsOn: [NotiPlain.self, "x"], after: ["y"], .concurrent
)
private enum NotiAll {
  @MainActor static func run(_ notification: Notification, context: TaskContext) -> String {
    MainActor.preconditionIsolated()
    return "\(notification.name.rawValue) \(context.task)"
  }
  static var dependency: [String] { ["z"] }
}

@NotificationTask(on: key)
private enum NotiWaiting {
  @MainActor static func run(notification: Notification) async throws -> String {
    await Task.yield()
    MainActor.preconditionIsolated()
    return notification.name.rawValue
  }
}

@NotificationTask(on: Notification.Name("declared.made"))
private enum NotiOnStore {
  @StoreActor static func run(_ notification: Notification, _ context: TaskContext) -> String {
    StoreActor.shared.preconditionIsolated()
    return notification.name.rawValue
  }
}

@NotificationTask(on: "declared.key")
private enum NotiContext {
  static func run(_ context: TaskContext) async -> String { context.task }
}

@NotificationTask(on: "declared.key", .timeout(.seconds(4)))
private enum NotiNothing {
  static func run() {}
}

#notification("noti.closure", on: "declared.key") { notification in notification.name.rawValue }
#notification("noti.nothing", on: .declared) { "nothing" }
#notification("noti.both", .low, on: Notification.Name("declared.made"), .concurrent) {
  "\($0.name.rawValue) \($1.task)"
}
#notification("noti.waiting", on: "declared.key", dependsOn: ["noti.closure"], after: ["noti.both"])
{
  notification in
  await Task.yield()
  return notification.name.rawValue
}
#notification("noti.main", on: "declared.key") { @MainActor notification, context in
  await Task.yield()
  MainActor.preconditionIsolated()
  return notification.name.rawValue
}
#notification("noti.mainSync", on: "declared.key") { @MainActor notification in
  MainActor.preconditionIsolated()
  return notification.name.rawValue
}

// MARK: - What is read back

@Suite struct NotificationTaskTests {
  private static let forms: [(name: String, key: String, place: TaskBody.Place, result: String)] = [
    ("NotiPlain", "declared.key", .anywhere, "posted"),
    ("declared.noti", "declared.name", .onMain, "posted declared.noti"),
    ("NotiWaiting", "declared.expression", .suspending, "posted"),
    ("NotiOnStore", "declared.made", .suspending, "posted"),
    ("NotiContext", "declared.key", .suspending, "NotiContext"),
    ("NotiNothing", "declared.key", .anywhere, "nil"),
    ("noti.closure", "declared.key", .anywhere, "posted"),
    ("noti.nothing", "declared.name", .anywhere, "nothing"),
    ("noti.both", "declared.made", .anywhere, "posted noti.both"),
    ("noti.waiting", "declared.key", .suspending, "posted"),
    ("noti.main", "declared.key", .suspending, "posted"),
    ("noti.mainSync", "declared.key", .onMain, "posted"),
  ]

  @Test(arguments: forms)
  func `A notification task receives the notification on its actor`(
    name: String, key: String, place: TaskBody.Place, result: String
  ) async throws {
    let task = try Declared.task(name)
    #expect(task.trigger == .notification(Notification.Name(key)))
    #expect(task.body.place == place)
    let value = try await task.body(
      as: name, notification: Notification(name: Notification.Name("posted")))
    #expect(value.map { "\($0)" } ?? "nil" == result)
  }

  @Test(arguments: ["NotiPlain", "NotiWaiting", "noti.both", "noti.main"])
  func `Without a notification, a task that needs it fails with a message`(name: String)
    async throws
  {
    let task = try Declared.task(name)
    let error = await #expect(throws: MissingNotification(task: name)) {
      try await task.body(as: name)
    }
    #expect(error?.description.hasPrefix("the task '\(name)' takes a notification") == true)
  }

  @Test func `Other arguments are taken from the source`() throws {
    let all = try Declared.task("declared.noti")
    #expect(all.type == NotiAll.self)
    #expect(all.priority == .high)
    #expect(all.requires.texts == ["NotiPlain", "'x'", "'z'"])
    #expect(all.follows.texts == ["'y'"])
    #expect(all.properties.isConcurrent)
    #expect(try Declared.task("NotiNothing").properties.timeout == .seconds(4))
    #expect(try Declared.task("noti.both").priority == .low)
    #expect(try Declared.task("noti.both").properties.isConcurrent)
    #expect(try Declared.task("noti.waiting").requires.texts == ["'noti.closure'"])
    #expect(try Declared.task("noti.waiting").follows.texts == ["'noti.both'"])
  }

  @Test func `The record has the notification's name if it is a literal`() throws {
    #expect(try Declared.record("NotiPlain").kind == "tnot")
    #expect(
      try Declared.detail("NotiPlain") == [
        "key": "declared.key", "type": "NotiPlain", "result": "String",
      ])
    #expect(try Declared.detail("noti.nothing") == ["unresolved": ["key": ".declared"]])
  }
}
