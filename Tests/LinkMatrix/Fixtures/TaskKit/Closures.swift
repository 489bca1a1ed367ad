import Foundation
import TaskKit

// Every way to declare a task with a closure that compiles without a warning,
// whatever the settings of the module.

@MainActor var count = 0
nonisolated let level = TaskManager.Priority.high
nonisolated let when: TaskDate = 5
nonisolated let policy = DaylightSavingPolicy(gap: .runAtChange, fold: .runLast)
nonisolated let weekly = Schedule.weekly(on: .monday, at: "09:00", in: .utc)
nonisolated func use(_ context: TaskContext) {}
nonisolated func useText(_ text: String) {}
func failing() throws {}
func later() async {}
nonisolated func makeBody() -> @Sendable () -> Void { {} }

nonisolated struct Feed: Sendable {}

extension Notification.Name {
  nonisolated static let didLogin = Notification.Name("didLogin")
}

// MARK: Events

#task("Task1", .critical, on: .willFinishLaunching) { print("This is No.1 task") }
#task("Task2", .critical, on: .willFinishLaunching, dependsOn: ["Task1", Feed.self]) { context in
  use(context)
}
#task(
  "Task3", on: [.didFinishLaunching, .reload], after: ["Task1"], .concurrent, .retry(attempts: 2)
) {
  await Task.yield()
}
#task("empty", on: .idle) {}
#task("ignoring", on: .idle) { _ in }
#task("short", on: .idle) { use($0) }
#task("labelled", on: .idle, run: { print(1) })
#task("labelled context", on: .idle, run: { context in use(context) })
#task("throwing", on: .idle) { throw CancellationError() }
#task("locking", on: .idle) {
  let lock = NSLock()
  lock.lock()
  lock.unlock()
}
#task("throws", on: .idle) { context in throw CancellationError() }
#task("waiting", on: .idle) { context in
  await later()
  use(context)
}
#task("on main", on: .idle) { @MainActor in count += 1 }
#task("on main with context", on: .idle) { @MainActor context in
  use(context)
  count += 1
}
#task("on main, waiting", on: .idle) { @MainActor in
  await Task.yield()
  count += 1
}
#task("number", on: .idle) { 5 }
#task("text", on: .idle) { context in context.task }
#task("feed", on: .idle) {
  await Task.yield()
  return Feed()
}
#task("typed", on: .idle) { (context: TaskContext) -> Feed in Feed() }
#task("priority", level, on: .idle) {}
#task("shutdown", on: .willTerminate) {
  print("runs")
} shutdown: {
  print("ends")
}
#task("shutdown, waiting", on: .idle) { context in
  use(context)
} shutdown: {
  await later()
}
#task("both labelled", on: .idle, run: {}, shutdown: { @MainActor in count -= 1 })
#task("made", on: .idle, run: makeBody())

// MARK: Notifications

#notification("NotiTask", on: "NotificationKey") { notification in
  print(notification.userInfo ?? [:])
}
#notification("key", .high, on: .didLogin, dependsOn: ["NotiTask"], after: [], .concurrent) {
  useText($0.name.rawValue)
}
#notification("both", on: Notification.Name.didLogin) { notification, context in
  use(context)
  useText(notification.name.rawValue)
}
#notification("neither", on: "NotificationKey", .timeout(.seconds(1))) { print(1) }
#notification("ignored", on: "NotificationKey") { _ in }
#notification("noti waiting", on: "NotificationKey") { notification in
  await Task.yield()
  useText(notification.name.rawValue)
}
#notification("noti waiting both", on: "NotificationKey") { notification, _ in
  await Task.yield()
  useText(notification.name.rawValue)
}
#notification("noti on main", on: "NotificationKey") { @MainActor notification in
  useText(notification.name.rawValue)
  count += 1
}
#notification("noti on main, waiting", on: "NotificationKey") { @MainActor notification in
  await Task.yield()
  useText(notification.name.rawValue)
  count += 1
}
#notification("noti value", on: "NotificationKey") { notification in
  notification.name.rawValue.count
}
#notification("noti waiting for nothing", on: "NotificationKey") { await later() }

// MARK: Schedules

#schedule("ScheduleTask1", at: 1448873913, repeat: 5, every: 1) { print("hello") }
#schedule("at", .high, at: when, repeat: .forever, .concurrent) { context in use(context) }
#schedule("once", at: TaskDate(secondsSince1970: 7)) { await later() }
#schedule("nightly", cron: "0 30 2 * * *", zone: "Europe/Stockholm") { print("hello") }
#schedule("hourly", .low, cron: "0 0 * * * *", .timeout(.seconds(5))) { context in use(context) }
#schedule("hourly, waiting", cron: "0 0 * * * *") { await later() }
#schedule("policy", cron: "@daily", zone: "UTC", daylightSaving: .realTime) { print("hello") }
#schedule("own policy", .high, cron: "@daily", daylightSaving: policy, .concurrent) { use($0) }
#schedule("daily", on: .daily(at: "02:30")) { print("hello") }
#schedule("daily in a zone", on: .daily(at: "02:30", in: try ScheduleZone("Europe/Stockholm"))) {
  await later()
}
#schedule("bimonthly", .low, on: try .every(2, .months), .timeout(.seconds(5))) { context in
  use(context)
}
#schedule("bimonthly, waiting", on: try .every(2, .months).excluding("2026-12-25")) { context in
  await later()
  use(context)
}
#schedule("weekly", on: weekly) { @MainActor in count += 1 }
#timer("ScheduleTask2", repeat: 10, every: 2) { print("hello") }
#timer("timer", .high, every: 0.5, .concurrent) { context in
  await later()
  use(context)
}
#timer("timer on main", repeat: .forever, every: 1) { @MainActor in count += 1 }

// MARK: Places

struct Structure {
  static func foo() {}
  #task("in a structure", on: .idle) { @MainActor in foo() }

  #if true
    #timer("under a condition", every: 1) {}
    #schedule("schedule under a condition", on: try .every(.hours(2))) {}
  #endif
}

actor Account {
  nonisolated static func foo() {}
  #task("in an actor", on: .idle) { Account.foo() }
}

@MainActor class Model {
  static func foo() {}
  #task("in a class", on: .idle) { @MainActor in Model.foo() }
}

extension Model {
  #notification("in an extension", on: "x") { _ in }
}

func function() {
  enum Local {
    #task("local", on: .idle) {}
  }
}

// Tasks that types name.

enum Refresh: TaskKind {}

#task(Refresh.self, on: .demand) { context in use(context) }
#task("behind a type", on: .idle, dependsOn: [Refresh.self], after: [Kinds.Later.self]) {}

enum Kinds {
  enum Later: TaskKind {}

  #task(Kinds.Later.self, .high, on: .demand) { await Task.yield() }
}

@EventTask(on: .demand) enum TypeAndKind: TaskKind { static func run() {} }

nonisolated func runByType() throws {
  try TaskManager.shared.runTask(Refresh.self)
  TaskManager.shared.watch(TypeAndKind.self) { _ in }
}
