import ModularityTestSupport
import Testing

@testable import TaskKit

/// What tasks may trigger, and what they may wait for.
@Suite struct TriggerTests {
  @Test @MainActor func `A cycle of triggers ends with an error, not with a stack overflow`() throws
  {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    let count = Counter()
    try manager.injectEventTask(name: "a", event: .reserved1) { @MainActor [weak manager] _ in
      count.add()
      manager?.trigger(.reserved2)
    }
    try manager.injectEventTask(name: "b", event: .reserved2) { @MainActor [weak manager] _ in
      manager?.trigger(.reserved1)
    }
    let dispatch = manager.trigger(.reserved1)
    #expect(dispatch.isFinished)
    #expect(errors.events.count == 1)
    #expect(errors.events.first?.contains("cycle") == true)
    #expect(count.count == (RunMark.maximumDepth / 2) + 1)
  }

  @Test func `A cycle of triggers among workers ends with an error, too`() async throws {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    for (name, on, next) in [
      ("a", TaskEvent.reserved1, TaskEvent.reserved2),
      ("b", .reserved2, .reserved1),
    ] {
      try manager.injectEventTask(name: name, event: on, traits: [.concurrent]) {
        [weak manager] _ in _ = manager?.trigger(next)
      }
    }
    manager.trigger(.reserved1)
    while errors.events.isEmpty { await Task.yield() }
    #expect(errors.events.first?.contains("cycle") == true)
  }

  @Test @MainActor func `Ten thousand runs that wait for one start without recursion`()
    async throws
  {
    let manager = TaskManager.forTest()
    let gate = Gate()
    let count = Counter()
    // Only in the first run: the others do not suspend, so that each ends where it begins.
    try manager.injectEventTask(name: "first", event: .reserved1, autoRemove: true) { _ in
      await gate.pass()
    }
    try manager.injectEventTask(name: "counts", event: .reserved1) { @MainActor _ in count.add() }
    let first = manager.trigger(.reserved1)
    var last = first
    for _ in 0..<10_000 { last = manager.trigger(.reserved1) }
    gate.open()
    await last.finished()
    #expect(count.count == 10_001)
  }

  @Test func `A task that waits for a run of its own event gets an error`() async throws {
    let manager = TaskManager.forTest()
    let caught = EventRecorder<TaskError.Code>()
    try manager.injectEventTask(name: "loop", event: .reserved1) { [weak manager] _ in
      do {
        try await manager?.run(.reserved1)
      } catch let error as TaskError {
        caught.record(error.code)
      }
    }
    try await manager.run(.reserved1)
    #expect(caught.events == [.waitsForItself])
  }

  @Test func `Tasks of two events that wait for each other's runs get an error`() async throws {
    let manager = TaskManager.forTest()
    let caught = EventRecorder<String>()
    try manager.injectEventTask(name: "a", event: .reserved1) { [weak manager] _ in
      try await manager?.run(.reserved2)
    }
    try manager.injectEventTask(name: "b", event: .reserved2) { [weak manager] _ in
      do {
        try await manager?.run(.reserved1)
      } catch let error as TaskError {
        caught.record("\(error.code)")
      }
    }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.outcome("a") == "succeeded")
    #expect(caught.events == ["waitsForItself"])
  }

  @Test func `Waiting in a task for a later dispatch is an error, not a deadlock`()
    async throws
  {
    let errors = EventRecorder<String>()
    let manager = TaskManager.forTest(errors: errors)
    let runs = Counter()
    try manager.injectEventTask(name: "a", event: .reserved1) { [weak manager] _ in
      guard runs.add() == 1 else { return }
      let reports = await manager?.trigger(.reserved1).finished()
      #expect(reports?.isEmpty == true)
    }
    try await manager.run(.reserved1)
    #expect(errors.events.count == 1)
    #expect(errors.events.first?.contains("would wait") == true)
  }

  @Test func `A task may wait for the run of another event`() async throws {
    let manager = TaskManager.forTest()
    let ran = EventRecorder<String>()
    try manager.injectEventTask(name: "outer", event: .reserved1) { [weak manager] _ in
      try await manager?.run(.reserved2)
      ran.record("outer")
    }
    try manager.injectEventTask(name: "inner", event: .reserved2) { _ in ran.record("inner") }
    try await manager.run([.reserved1, .reserved2])
    #expect(ran.events == ["inner", "outer", "inner"])
  }

  @Test func `Unstructured work of a task may wait for the task's own event`() async throws {
    let manager = TaskManager.forTest()
    let started = Gate()
    let over = Gate()
    let done = Gate()
    let runs = Counter()
    try manager.injectEventTask(name: "starts", event: .reserved1) { [weak manager] _ in
      guard runs.add() == 1 else { return }
      Task {
        started.open()
        await over.pass()
        _ = try await manager?.run(.reserved1)
        done.open()
      }
    }
    try await manager.run(.reserved1)
    await started.pass()
    over.open()
    await done.pass()
    #expect(runs.count == 2)
  }
}
