import ModularityTestSupport
import Testing

@testable import TaskKit

/// What runs when nothing else does.
@Suite @MainActor struct IdleTests {
  @Test func `Idle tasks yield at the end of their time slice, and resume on their own`()
    async throws
  {
    let clock = ManualClock()
    let manager = TaskManager.forTest(clock: clock)
    let ran = EventRecorder<String>()
    for index in 1...5 {
      try manager.injectEventTask(name: "\(index)", event: .idle) { @MainActor _ in
        ran.record("\(index)")
        clock.advance(by: .milliseconds(4))
      }
    }
    let dispatch = manager.trigger(.idle)
    #expect(ran.events == ["1", "2"])
    #expect(!dispatch.isFinished)
    await dispatch.finished()
    #expect(ran.events == ["1", "2", "3", "4", "5"])
  }

  @Test func `Idle tasks yield to any other event, and resume after it`() async throws {
    let manager = TaskManager.forTest(clock: ManualClock())
    let ran = EventRecorder<String>()
    let gate = Gate()
    try manager.injectEventTask(name: "busy", event: .reserved1) { _ in
      await gate.pass()
      ran.record("busy")
    }
    try manager.injectEventTask(name: "first", priority: .high, event: .idle) {
      @MainActor [weak manager] _ in
      ran.record("first")
      manager?.trigger(.reserved1)
    }
    try manager.injectEventTask(name: "second", event: .idle) { @MainActor _ in
      ran.record("second")
    }
    let dispatch = manager.trigger(.idle)
    #expect(ran.events == ["first"])
    // Another moment of quiet joins the run instead of beginning one.
    gate.open()
    let reports = await dispatch.finished()
    #expect(ran.events == ["first", "busy", "second"])
    #expect(reports.count == 1)
  }
}
