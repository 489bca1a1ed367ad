import Foundation
import ModularityTestSupport
import SectionRegistry
import Testing
import ToolkitTrace

@testable import TaskKit

// MARK: - What is declared

#task("fresh.open", on: .willFinishLaunching) { context in
  let count: Int = context.store.value("opened") ?? 0
  context.store["opened"] = count + 1
}

@EventTask(
  "fresh.show", on: .didFinishLaunching, dependsOn: ["fresh.open"], .before("fresh.screen"))
private enum FreshShow {
  static func run(_ context: TaskContext) -> Int { 5 }
  static func shutdown() throws { TaskManager.shared.store["shown"] = "no more" }
}

#notification("fresh.notified", on: "fresh.note", .before("fresh.note")) { notification, context in
  context.store["noted"] = notification.userInfo?["text"] as? String
}

#task("elsewhere.other", on: .reserved1) {}

// MARK: -

/// A manager of one's own around a body.
@Suite struct FreshStateTests {
  @Test func `In a fresh state, the shared manager is a new one, also for tasks`()
    async throws
  {
    let outer = TaskManager.shared
    #expect(outer === TaskManager.process)
    try await TaskManager.withFreshState {
      let inner = TaskManager.shared
      #expect(inner !== outer)
      let isSame = EventRecorder<Bool>()
      try inner.injectEventTask(name: "worker", event: .reserved1, traits: [.concurrent]) { _ in
        isSame.record(TaskManager.shared === inner)
      }
      try inner.injectEventTask(name: "suspends", event: .reserved1) { _ in
        await Task.yield()
        isSame.record(TaskManager.shared === inner)
      }
      try inner.injectEventTask(name: "main", event: .reserved1) { @MainActor _ in
        isSame.record(TaskManager.shared === inner)
      }
      try await inner.run(.reserved1)
      #expect(isSame.events == [true, true, true])
    }
    #expect(TaskManager.shared === outer)
    TaskManager.withFreshState { #expect(TaskManager.shared !== outer) }
  }

  @Test func `A separate manager is not the shared one of its tasks`() async throws {
    let manager = TaskManager()
    let isProcess = EventRecorder<Bool>()
    try manager.injectEventTask(name: "worker", event: .reserved1, traits: [.concurrent]) { _ in
      isProcess.record(TaskManager.shared === TaskManager.process)
    }
    try await manager.run(.reserved1)
    #expect(isProcess.events == [true])
  }

  @Test @MainActor func `Launch phases can be simulated any number of times`() async throws {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    let count = Counter()
    try manager.injectEventTask(name: "start", event: .willFinishLaunching) { @MainActor _ in
      count.add()
    }
    manager.simulate(.willFinishLaunching)
    manager.simulate(.willFinishLaunching)
    #expect(count.count == 2)
    manager.trigger(.willFinishLaunching)
    #expect(count.count == 2)
    #expect(errors.events.first?.contains("occurs once") == true)
  }

  // MARK: - With what modules declare

  private func isOurs(_ task: DeclaredItem) -> Bool { task.name.hasPrefix("fresh.") }

  @Test func `In each fresh state, declared tasks are pending as in a new process`() async throws {
    for _ in 1...2 {
      try await TaskManager.withFreshState(including: isOurs) {
        let manager = TaskManager.shared
        #expect(manager.list.map(\.name) == ["fresh.open", "fresh.show", "fresh.notified"])
        #expect(manager.list.allSatisfy { $0.latestOutcome == nil && !$0.isPaused })
        #expect(!manager.hasReached("fresh.screen"))
        try await manager.run([.willFinishLaunching, .didFinishLaunching])
        #expect(manager.store.value("opened") == 1)
        #expect(manager.hasReached("fresh.screen"))
        await manager.shutDown()
        #expect(manager.store.value("shown") == "no more")
        // Left behind for the next one, who must not see it.
        try manager.pauseTask(named: "fresh.open")
        try manager.destroyTask(named: "fresh.show")
      }
    }
  }

  @Test func `Concurrent fresh states are independent`() async {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          await TaskManager.withFreshState(including: isOurs) {
            let manager = TaskManager.shared
            for _ in 0...number { await manager.simulate(.willFinishLaunching).finished() }
            #expect(manager.store.value("opened") == number + 1)
            #expect(manager.report.runs.count == number + 1)
          }
        }
      }
    }
  }

  // As "Testing Tasks" shows it.
  @Test func `Nothing is wrong with the order of the launch`() throws {
    try TaskManager.withFreshState(including: isOurs) {
      for event in [TaskEvent.willFinishLaunching, .didFinishLaunching] {
        let plan = try TaskManager.shared.dryRun(of: event)
        #expect(plan.problems.isEmpty)
      }
    }
  }

  @Test @MainActor func `A manager that does not follow the process is not launched with it`()
    async throws
  {
    let ran = EventRecorder<String>()
    func manager(listening: Bool) -> TaskManager {
      TaskManager(
        world: .init(
          time: ErasedClock(ContinuousClock()), lanes: ProcessLanes(workerCount: 2),
          launchOptions: LaunchOptions(arguments: [], environment: [:]),
          declared: {
            let task = TaskDefinition(
              name: "task", trigger: .event(.willFinishLaunching), priority: .default,
              requires: [], follows: [], properties: TaskProperties(),
              body: TaskBody { @MainActor (_: TaskContext) in ran.record("\(listening)") },
              location: CodeLocation(fileID: "Shop/Tasks.swift", line: 1))
            return ([task], [])
          }, listensToProcess: listening))
    }
    let silent = manager(listening: false)
    await silent.launch(.willFinishLaunching)
    #expect(ran.events.isEmpty)
    await manager(listening: true).launch(.willFinishLaunching)
    #expect(ran.events == ["true"])
    // What is asked for runs all the same.
    try await silent.run(.willFinishLaunching)
    #expect(ran.events == ["true", "false"])
  }

  @Test @MainActor func `A notification reaches a fresh state when a test delivers it`()
    async
  {
    await TaskManager.withFreshState(including: isOurs) {
      let manager = TaskManager.shared
      let note = Notification(name: Notification.Name("fresh.note"), userInfo: ["text": "hello"])
      NotificationCenter.default.post(note)
      #expect(manager.report.runs.isEmpty)
      let reports = await manager.simulate(note).finished()
      #expect(reports.map(\.occasion) == ["fresh.note"])
      #expect(manager.store.value("noted") == "hello")
    }
  }

  @Test func `A declared task can be destroyed like any other, and stays destroyed`() async throws {
    try await TaskManager.withFreshState(including: isOurs) {
      let manager = TaskManager.shared
      try manager.destroyTask(named: "fresh.notified")
      let error = #expect(throws: TaskError.self) {
        try manager.resumeTask(named: "fresh.notified")
      }
      #expect(error?.code == .unknownTask)
      // The records of others come and go, so that all are looked at again.
      let filter = try #require(RecordFilter("task:elsewhere.other"))
      SectionRegistry.disable(filter)
      #expect(manager.list.map(\.name) == ["fresh.open", "fresh.show"])
      SectionRegistry.enable(filter)
      #expect(manager.list.map(\.name) == ["fresh.open", "fresh.show"])
      try manager.injectEventTask(name: "fresh.notified", event: .reserved1) { @MainActor _ in }
      let reports = try await manager.run(.reserved1)
      #expect(reports.first?.tasks.map(\.name) == ["fresh.notified"])
    }
  }
}
