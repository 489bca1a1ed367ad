import Foundation
import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

// Declarations with the text of RWTaskKit's documentation.

#task("original.Task1", RWTaskPriorityCritical, RWTaskEventReserved2) {
  print("This is No.1 task we want to perform!")
}

@EventTask("original.Task2", RWTaskPriorityLow, on: RWTaskEventReserved2)
private class Task2 {
  class func run() {
    print("This is No.2 task we want to perform!")
  }

  class func dependency() -> [Any] {
    [task_name("original.Task1"), task_name(Task3.self)]
  }
}

@EventTask("original.Task3", on: RWTaskEvent.reserved2)
private class Task3 {
  class func run() {}
}

#task("original.Task4", .high, .reserved2) { context in print(context.task) }

#schedule("original.ScheduleTask1", 4_102_444_800, 5, 1) { print("hello") }

#timer("original.ScheduleTask2", RWScheduleTaskRepeatForever, 2) { context in
  print(context.task)
}

#notification("original.NotiTask", "original.key") { noti in print(noti.name) }

@NotificationTask("original.NotiTask2", on: "original.key")
private class NotiTask2 {
  class func runWithNotification(_ noti: NSNotification) -> String {
    noti.name.rawValue
  }
}

@NotificationTask("original.NotiTask3", on: "original.key")
private class NotiTask3 {
  class func runWithNotification(_ noti: NSNotification) async -> String {
    noti.name.rawValue
  }
}

#NO_RW_CLOCK

@Suite struct OriginalTests {
  @Test(arguments: [
    ("original.Task1", Trigger.event(.reserved2), TaskManager.Priority.critical),
    ("original.Task2", .event(.reserved2), .low),
    ("original.Task4", .event(.reserved2), .high),
    (
      "original.ScheduleTask1",
      .date(TaskDate(secondsSince1970: 4_102_444_800), repeat: 5, every: 1), .default
    ),
    ("original.ScheduleTask2", .timer(repeat: .forever, every: 2), .default),
    ("original.NotiTask", .notification(Notification.Name("original.key")), .default),
    ("NO_RW_CLOCK", .event(.willFinishLaunching), .critical),
  ])
  func `Arguments by position say what labels say`(
    name: String, trigger: Trigger, priority: TaskManager.Priority
  ) throws {
    let task = try Declared.task(name)
    #expect(task.trigger == trigger)
    #expect(task.priority == priority)
  }

  @Test func `A dependency is named by its type or its string`() throws {
    let tasks = try Declared.task("original.Task2").requires.map(\.target)
    try #require(tasks.count == 2)
    guard case .name("original.Task1") = tasks[0], case .type(let type) = tasks[1] else {
      Issue.record("\(tasks)")
      return
    }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(Task3.self))
  }

  @Test(arguments: ["original.NotiTask2", "original.NotiTask3"])
  func `A task receives the notification as an object`(name: String) async throws {
    let value = try await Declared.task(name).body(
      as: name, notification: Notification(name: Notification.Name("posted")))
    #expect(value as? String == "posted")
  }

  @Test func `The clock is declared to be the app's`() async throws {
    try await TaskManager.withFreshState(including: { $0.name == "NO_RW_CLOCK" }) {
      try await TaskManager.shared.run(.willFinishLaunching)
      #expect(TaskManager.shared.clock.make().tick != nil)
    }
  }

  // MARK: - At run time

  @MainActor @Test func `The calls of the original do what they did`() async throws {
    try await TaskManager.withFreshState(including: { _ in false }) {
      let manager = RWTaskManager.sharedInstance()
      #expect(manager === TaskManager.shared)
      let ran = EventRecorder<String>()
      manager.injectEventTask(
        withName: "first", andBlock: { context in ran.record(context.task) },
        priority: RWTaskPriorityHigh, triggerEvent: RWTaskEventReserved1, dependency: nil,
        autoRemove: false)
      manager.injectEventTask(
        withName: "second",
        andBlock: { context in
          await Task.yield()
          ran.record(context.task)
        },
        priority: RWTaskPriorityDefault, triggerEvent: RWTaskEventReserved1,
        dependency: [task_name("first")], autoRemove: true)
      try await manager.run(.reserved1)
      #expect(ran.events == ["first", "second"])
      #expect(manager.list.map(\.name) == ["first"])

      manager.pauseTask(byName: "first")
      manager.runEventTasks(byTaskTriggerEvent: RWTaskEventReserved1)
      try await manager.run(.reserved1)
      #expect(ran.events.count == 2)
      manager.resumeTask(byName: "first")
      try await manager.run(.reserved1)
      #expect(ran.events.count == 3)
      manager.destroyTask(byName: "first")
      #expect(manager.list.isEmpty)

      let block: RWTaskBlock = { context in ran.record(context.task) }
      manager.scheduleTask(
        withName: "later", andBlock: block, desiredDate: Date() + 3600, repeatCount: 5,
        timeInterval: 1)
      manager.scheduleTask(
        withName: "often", andBlock: { _ in }, desiredDate: nil,
        repeatCount: RWScheduleTaskRepeatForever, timeInterval: 120)
      #expect(manager.list.map(\.name).sorted() == ["later", "often"])
    }
  }

  @Test func `Errors that the original ignored are reported with their location`() {
    TaskManager.withFreshState(including: { _ in false }) {
      let errors = EventRecorder<TaskError>()
      let manager = RWTaskManager.sharedInstance()
      manager.errorHandler = { errors.record($0) }
      manager.pauseTask(byName: "nobody")
      manager.resumeTask(byName: "nobody")
      manager.destroyTask(byName: "nobody")
      manager.scheduleTask(
        withName: "slow", andBlock: { _ in }, desiredDate: nil, repeatCount: 2,
        timeInterval: 121)
      manager.injectEventTask(
        withName: "none", andBlock: { _ in }, priority: RWTaskPriorityLow,
        triggerEvent: RWTaskEventNone, dependency: [], autoRemove: false)
      #expect(
        errors.events.map(\.code) == [
          .unknownTask, .unknownTask, .unknownTask, .badSchedule, .noEvent,
        ])
      #expect(errors.events.allSatisfy { $0.fileID == #fileID })
      #expect(manager.list.isEmpty)
    }
  }

  @Test func `The numbers are those of the original`() {
    let events: [RWTaskEvent] = [
      RWTaskEventWillFinishLaunching, RWTaskEventDidFinishLaunching,
      RWTaskEventWillEnterForeground, RWTaskEventDidEnterBackground, RWTaskEventDidBecomeActive,
      RWTaskEventDidReceiveMemoryWarning, RWTaskEventWillTerminate, RWTaskEventWillResignActive,
      RWTaskEventSignificantTimeChange, RWTaskEventOpenURL,
      RWTaskEventWillChangeStatusBarOrientation, RWTaskEventDidChangeStatusBarOrientation,
      RWTaskEventBackgroundRefreshStatusDidChange, RWTaskEventUserDidTakeScreenshot,
      RWTaskEventReserved1, RWTaskEventReserved2, RWTaskEventIdle,
    ]
    #expect(events.map(\.rawValue) == (0..<17).map { 1 << $0 })
    #expect(RWTaskEventNone.rawValue == 0)
    let priorities = [
      RWTaskPriorityCritical, RWTaskPriorityHigh, RWTaskPriorityDefault, RWTaskPriorityLow,
    ]
    #expect(priorities.map(\.rawValue) == [0, 1, 2, 3])
  }
}
