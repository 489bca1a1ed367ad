import Foundation
import TaskKit

// Every way to make a type a task that compiles without a warning, whatever the
// settings of the module.

@MainActor var count = 0
nonisolated let level = TaskManager.Priority.high
nonisolated let moment = Date(timeIntervalSince1970: 5)
nonisolated let cartDidChange = Notification.Name("cart.didChange")
nonisolated func isWanted(_ context: TaskContext) -> Bool { true }
func failing() throws {}
func later() async {}

struct Failure: Error {}
struct Feed: Sendable {
  var items: [String] = []
}

extension TaskEvent {
  static let shopOpened = TaskEvent(rawValue: 1 << 20)
}

extension Notification.Name {
  nonisolated static let didLogin = Notification.Name("didLogin")
}

extension TaskTrait {
  static var patient: TaskTrait { .timeout(.seconds(100)) }
}

// MARK: Kinds of types

@EventTask(.critical, on: .willFinishLaunching)
enum Task1 {
  static func run() { print("This is No.1 task we want to perform!") }
}

@EventTask(.critical, on: .willFinishLaunching, dependsOn: [Task1.self, "Task3"])
enum Task2 {
  static func run() {}
}

@EventTask("Task3", on: [.willFinishLaunching, .idle], after: ["Task1", Task1.self])
struct Structure {
  static func run() {}
}

@EventTask("class", level, on: .shopOpened)
final class Class {
  static func run(_ context: TaskContext) { print(context.task) }
}

@EventTask(on: TaskEvent.shopOpened)
class Overridable {
  class func run() {}
}

@EventTask(on: .idle, .concurrent, .timeout(.seconds(5)), .retry(attempts: 3), .patient)
actor Account {
  static func run(_ context: TaskContext) async throws {}
  func run() {}
}

@EventTask(on: .idle, dependsOn: [], .skipped(unless: { isWanted($0) }, because: "unwanted"))
@MainActor
enum OnMain {
  static func run() { count += 1 }
  static func shutdown() { count -= 1 }
}

@EventTask(on: .idle, .onFailure(.abort), .before("ready"))
@MainActor
final class ControllerTask {
  static func run(context: TaskContext) async { count += 1 }
  static func shutdown() async throws {}
  nonisolated static var dependency: [Any] { [OnMain.self, "Task1"] }
}

@EventTask(on: .idle)
enum `default` {
  static func run() {}
}

@EventTask(on: .idle)
private enum Hidden {
  fileprivate static func run() {}
}

@EventTask(on: .idle)
public enum Shown {
  public static func run() {}
}

// MARK: Functions

@EventTask(on: .idle) enum Throws { static func run() throws { try failing() } }
@EventTask(on: .idle) enum ThrowsTyped { static func run() throws(Failure) { throw Failure() } }
@EventTask(on: .idle) enum Async { static func run() async { await later() } }
@EventTask(on: .idle) enum AsyncThrows { static func run() async throws {} }
@EventTask(on: .idle) enum MainRun { @MainActor static func run() { count += 1 } }
@EventTask(on: .idle) enum MainAsync { @MainActor static func run(_: TaskContext) async {} }
@EventTask(on: .idle) enum Labelled { static func run(context: TaskContext) {} }
@EventTask(on: .idle) enum LabelledAsync { static func run(context: TaskContext) async throws {} }
@EventTask(on: .idle) enum WithLabel { static func run(in context: TaskKit.TaskContext) async {} }
@EventTask(on: .idle) enum Number { static func run() -> Int { 5 } }
@EventTask(on: .idle) enum Value { static func run() async throws -> Feed { Feed() } }
@EventTask(on: .idle) enum Maybe { static func run(_ context: TaskContext) -> Feed? { nil } }
@EventTask(on: .idle) enum Nothing { static func run() -> Void {} }
@EventTask(on: .idle) enum Concurrent { @concurrent static func run() async {} }
@EventTask(on: .idle) enum Free { nonisolated static func run() {} }
@EventTask(on: .idle) @MainActor enum FreeOfMain { nonisolated static func run() {} }

// MARK: dependency

@EventTask(on: .idle) enum Types {
  static func run() {}
  nonisolated static var dependency: [Any.Type] { [Task1.self, Task2.self] }
}
@EventTask(on: .idle) enum Names {
  static func run() {}
  nonisolated static var dependency: [String] { ["Task1", "Task2"] }
}
@EventTask(on: .idle, dependsOn: ["Task3"]) enum Both {
  static func run() {}
  nonisolated static func dependency() -> [Any] { [Task1.self, "Task2"] }
}
@EventTask(on: .idle) enum Stored {
  static func run() {}
  nonisolated static let dependency = ["Task1"]
}

// MARK: Notifications

@NotificationTask(on: "NotificationKey")
enum NotiTask {
  static func run(_ notification: Notification) {}
}

@NotificationTask(
  "CountItems", .high, on: "cart", dependsOn: [NotiTask.self], after: ["x"], .concurrent)
enum Counting {
  @MainActor static func run(_ notification: Notification, _ context: TaskContext) { count += 1 }
}

@NotificationTask(on: .didLogin, .concurrent)
enum Login {
  static func run(notification: Notification) async throws { print(notification.name) }
}

@NotificationTask(on: cartDidChange)
@MainActor enum LoginOnMain {
  static func run(_ notification: Notification, context: TaskContext) async { count += 1 }
}

@NotificationTask(on: Notification.Name("x")) enum Plain { static func run() {} }
@NotificationTask(on: "a" + "b") enum WithContext { static func run(_ c: TaskContext) async {} }

// MARK: Schedules

@ScheduledTask(at: 1448873913, repeat: 5, every: 1)
enum ScheduleTask1 {
  static func run() { print("hello") }
}

@ScheduledTask("later", .low, at: TaskDate(moment), repeat: .forever, every: 0.5, .concurrent)
enum ScheduleTask3 {
  static func run() async {}
}

@ScheduledTask(at: 1_448_873_913.5) enum Once { static func run(_ context: TaskContext) {} }

@ScheduledTask(cron: "0 30 2 * * *", zone: "Europe/Stockholm")
enum Nightly {
  static func run() async throws {}
}

@ScheduledTask("hourly", .high, cron: "0 0 * * * *", .timeout(.seconds(9)))
enum Hourly {
  static func run() {}
}

@ScheduledTask(cron: "*/15 * * * *", zone: "UTC", daylightSaving: .onceADay, .concurrent)
enum Quarterly {
  static func run() {}
}

@ScheduledTask(on: .weekly(on: .monday, at: "09:00", in: .utc))
enum Weekly {
  static func run() {}
}

@ScheduledTask("bimonthly", .low, on: try .every(2, .months), .timeout(.seconds(9)))
@MainActor enum Bimonthly {
  static func run() { count += 1 }
}

@TimerTask(repeat: 10, every: 2)
enum ScheduleTask2 {
  static func run() { print("hello") }
}

@TimerTask("tick", .critical, every: 0.25, .concurrent) enum Tick { static func run() -> Int { 1 } }
@TimerTask(repeat: .forever, every: 60 * 60) enum Ticks { static func run() {} }

// MARK: Places

enum Outer {
  @EventTask("nested", on: .idle, dependsOn: [Inner.Innermost.self])
  private enum Nested {
    static func run() {}
  }

  struct Inner {
    @EventTask(on: .idle)
    @MainActor
    final class Innermost {
      static func run() { count += 1 }
    }
  }
}

extension Outer {
  @TimerTask(every: 1) enum Extended { static func run() {} }
  @ScheduledTask(on: try .every(.hours(2))) enum Scheduled { static func run() {} }
}

@EventTask("first", on: .idle)
@EventTask("second", on: .reload)
@TimerTask("third", every: 1)
enum Several {
  static func run() {}
}
