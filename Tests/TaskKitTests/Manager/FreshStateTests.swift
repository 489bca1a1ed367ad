import Foundation
import ModularityTestSupport
import Testing

@testable import TaskKit

/// A manager of one's own around a body.
@Suite struct FreshStateTests {
  @Test func `Inside a fresh state, the shared manager is another one, also for tasks`()
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

  @Test func `A manager of one's own is not the shared one of its tasks`() async throws {
    let manager = TaskManager()
    let isProcess = EventRecorder<Bool>()
    try manager.injectEventTask(name: "worker", event: .reserved1, traits: [.concurrent]) { _ in
      isProcess.record(TaskManager.shared === TaskManager.process)
    }
    try await manager.run(.reserved1)
    #expect(isProcess.events == [true])
  }

  @Test @MainActor func `What comes once can be simulated as often as a test likes`() async throws {
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
    #expect(errors.events.first?.contains("comes once") == true)
  }
}
