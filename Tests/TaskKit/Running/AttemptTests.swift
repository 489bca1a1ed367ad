import Dispatch
import ModularityTestSupport
import Testing

@testable import TaskKit

/// Timeouts, attempts and what lies between them, on a clock that stands still.
@Suite @MainActor struct AttemptTests {
  let clock = ManualClock()

  @Test func `A task that takes longer than its timeout is cancelled and has failed`() async throws
  {
    let manager = TaskManager.inOrder(clock: clock)
    let wasCancelled = Counter()
    try manager.injectEventTask(
      name: "slow", event: .reserved1, traits: [.timeout(.seconds(5))]
    ) { [clock] _ in
      do { try await clock.sleep(for: .seconds(60)) } catch { wasCancelled.add() }
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    clock.advance(by: .milliseconds(4_999))
    await manager.runUntilIdle()
    #expect(!dispatch.isFinished)
    clock.advance(by: .milliseconds(1))
    await manager.runUntilIdle()
    let report = try #require(dispatch.state.outcome?.reports.first)
    #expect(report.outcome("slow")?.contains("longer than its timeout of 5.0 seconds") == true)
    #expect(wasCancelled.count == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A task that ignores its timeout is not waited for`()
    async throws
  {
    let manager = TaskManager.inOrder(clock: clock)
    let gate = Gate()
    try manager.injectEventTask(
      name: "deaf", event: .reserved1, traits: [.timeout(.seconds(1))]
    ) { _ in await gate.pass() }
    try manager.injectEventTask(name: "next", event: .reserved1, after: ["deaf"]) { _ in }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    clock.advance(by: .seconds(1))
    await manager.runUntilIdle()
    #expect(dispatch.state.outcome?.reports.first?.outcome("next") == "succeeded")
    gate.open()
    await manager.runUntilIdle()
  }

  @Test func `An attempt that ignores its timeout is the last, and ends the task`()
    async throws
  {
    let manager = TaskManager.inOrder(clock: clock)
    let (inside, overlaps) = (Counter(), Counter())
    let gate = Gate()
    try manager.injectEventTask(
      name: "deaf", event: .reserved1, traits: [.timeout(.seconds(1)), .retry(attempts: 5)]
    ) { _ in
      if inside.add() > 1 { overlaps.add() }
      await gate.pass()
      inside.add(-1)
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    clock.advance(by: .seconds(1))
    await manager.runUntilIdle()
    #expect(!dispatch.isFinished)
    // So long again, it may still end.
    clock.advance(by: .milliseconds(999))
    await manager.runUntilIdle()
    #expect(!dispatch.isFinished)
    clock.advance(by: .milliseconds(1))
    await manager.runUntilIdle()
    let report = try #require(dispatch.state.outcome?.reports.first)
    #expect(overlaps.count == 0)
    #expect(report.tasks.first?.attempts == 1)
    let outcome = try #require(report.outcome("deaf"))
    #expect(
      outcome.contains("timeout of 1.0 seconds and was not retried, because attempt 1 still runs"))
    #expect(clock.sleeperCount == 0)
    gate.open()
    await manager.runUntilIdle()
  }

  @Test func `After a timeout, the next attempt starts when the late one has ended`()
    async throws
  {
    let manager = TaskManager.inOrder(clock: clock)
    let events = EventRecorder<String>()
    try manager.injectEventTask(
      name: "slow", event: .reserved1,
      traits: [.timeout(.seconds(4)), .retry(attempts: 2, backoff: .constant(.seconds(1)))]
    ) { [clock] context in
      events.record("begin \(context.attempt) at \(clock.now)")
      // Takes three seconds to react.
      try? await clock.sleep(for: .seconds(60))
      await Task { try? await clock.sleep(for: .seconds(context.attempt == 1 ? 3 : 0)) }.value
      events.record("end \(context.attempt) at \(clock.now)")
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    for _ in 0..<20 {
      clock.advance(by: .seconds(1))
      await manager.runUntilIdle()
    }
    #expect(
      events.events == [
        "begin 1 at 0.0 seconds", "end 1 at 7.0 seconds", "begin 2 at 8.0 seconds",
        "end 2 at 12.0 seconds",
      ])
    let report = try #require(dispatch.state.outcome?.reports.first)
    #expect(report.tasks.first?.attempts == 2)
    #expect(report.outcome("slow")?.contains("longer than its timeout of 4.0 seconds:") == true)
  }

  @Test func `A task is cancelled while the end of its late attempt is waited for`() async throws {
    let manager = TaskManager.inOrder(clock: clock)
    let gate = Gate()
    try manager.injectEventTask(
      name: "deaf", event: .reserved1, traits: [.timeout(.seconds(1)), .retry(attempts: 5)]
    ) { _ in await gate.pass() }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    clock.advance(by: .seconds(1))
    await manager.runUntilIdle()
    try #expect(manager.cancelTask(named: "deaf"))
    await manager.runUntilIdle()
    #expect(dispatch.state.outcome?.reports.first?.outcome("deaf") == "cancelled")
    gate.open()
    await manager.runUntilIdle()
  }

  @Test func `A blocking task has no concurrent attempt`() async throws {
    let manager = TaskManager.forTest(lanes: ProcessLanes(workerCount: 4), clock: clock)
    let (inside, overlaps) = (Counter(), Counter())
    let (isLate, mayEnd) = (Gate(), DispatchSemaphore(value: 0))
    try manager.injectEventTask(
      name: "blocks", event: .reserved1,
      traits: [.concurrent, .timeout(.seconds(1)), .retry(attempts: 3)]
    ) { context in
      if inside.add() > 1 { overlaps.add() }
      defer { inside.add(-1) }
      if context.attempt == 1 {
        isLate.open()
        mayEnd.wait()
      }
    }
    let dispatch = manager.trigger(.reserved1)
    await isLate.pass()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    // Now its end is waited for, so long again.
    try await clock.sleepers(atLeast: 1)
    mayEnd.signal()
    let report = try #require(await dispatch.finished().first)
    #expect(report.outcome("blocks") == "succeeded")
    #expect(report.tasks.first?.attempts == 2)
    #expect(overlaps.count == 0)
  }

  @Test func `A task that is quick enough leaves no timer behind`() async throws {
    let manager = TaskManager.inOrder(clock: clock)
    try manager.injectEventTask(
      name: "quick", event: .reserved1, traits: [.timeout(.seconds(5))]
    ) { _ in await Task.yield() }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    #expect(dispatch.state.outcome?.reports.first?.outcome("quick") == "succeeded")
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A task is tried again after each delay of its backoff`() async throws {
    let errors = EventRecorder<String>()
    let manager = TaskManager.inOrder(clock: clock, errors: errors)
    let attempts = EventRecorder<String>()
    try manager.injectEventTask(
      name: "stubborn", event: .reserved1,
      traits: [.retry(attempts: 4, backoff: .exponential(.seconds(1), upTo: .seconds(3)))]
    ) { [clock] context in
      attempts.record("\(context.attempt) at \(clock.now)")
      if context.attempt < 4 { throw Broken() }
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    for _ in 0..<6 {
      clock.advance(by: .seconds(1))
      await manager.runUntilIdle()
    }
    #expect(
      attempts.events == [
        "1 at 0.0 seconds", "2 at 1.0 seconds", "3 at 3.0 seconds", "4 at 6.0 seconds",
      ])
    let report = try #require(dispatch.state.outcome?.reports.first)
    #expect(report.tasks.first?.attempts == 4)
    #expect(report.outcome("stubborn") == "succeeded")
    #expect(errors.events.isEmpty)
  }

  @Test func `A backoff has a pause for each attempt, whatever its numbers are`() {
    let (second, long, longest) = (
      Duration.seconds(1), Duration.seconds(Int64.max), Duration.seconds(3_153_600_000)
    )
    let cases: [(TaskBackoff, [Int], [Duration])] = [
      (
        .exponential(second, factor: 3), [0, 1, 2, 3, 4, 5, .max],
        [1, 1, 3, 9, 27, 60, 60].map { .seconds($0) }
      ),
      (.exponential(second, factor: 1e40), [1, 2, .max], [second, .seconds(60), .seconds(60)]),
      (.exponential(second, factor: .infinity), [1, 2], [second, .seconds(60)]),
      (.exponential(second, factor: .nan), [1, .max], [second, second]),
      (.exponential(second, factor: -4), [1, .max], [second, second]),
      (.exponential(.zero, factor: .infinity), [1, 9], [.zero, .zero]),
      (.exponential(.seconds(-5), factor: 10), [1, 9], [.zero, .zero]),
      (.exponential(second, upTo: .seconds(-5)), [1, 9], [.zero, .zero]),
      (.exponential(long, factor: 1e40, upTo: long), [1, 9], [longest, longest]),
      (.exponential(second, factor: 1e40, upTo: long), [1, 2], [second, longest]),
      (.constant(long), [1, .max], [longest, longest]),
      (.constant(.seconds(-5)), [1, .max], [.zero, .zero]),
    ]
    for (backoff, attempts, delays) in cases {
      #expect(attempts.map(backoff.delay) == delays, "\(backoff)")
    }
    let end = TaskTime(nanoseconds: .max)
    #expect(TaskTime(nanoseconds: 1) + .seconds(1.7e20) == end)
    #expect(TaskTime(nanoseconds: 1) + .seconds(-1.7e20) == TaskTime(nanoseconds: .min + 1))
  }

  @Test func `A task that fails at every attempt has failed once`() async throws {
    let errors = EventRecorder<String>()
    let manager = TaskManager.inOrder(clock: clock, errors: errors)
    try manager.injectEventTask(
      name: "hopeless", event: .reserved1, traits: [.retry(attempts: 3)]
    ) { (_: TaskContext) throws -> Void in throw Broken() }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    #expect(
      dispatch.state.outcome?.reports.first?.outcome("hopeless")
        == "failed: the task 'hopeless' failed in all 3 attempts, the last time: broken")
    #expect(errors.events.count == 1)
  }

  @Test func `A synchronous task of the main actor is tried again there`() async throws {
    let manager = TaskManager.inOrder(clock: clock)
    let attempts = Counter()
    try manager.injectEventTask(
      name: "main", event: .reserved1, traits: [.retry(attempts: 2)]
    ) { @MainActor _ in
      MainActor.assertIsolated()
      if attempts.add() == 1 { throw Broken() }
    }
    try manager.injectEventTask(name: "after", priority: .low, event: .reserved1) {
      @MainActor _ in #expect(attempts.count == 2)
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    let report = try #require(dispatch.state.outcome?.reports.first)
    #expect(report.hasSucceeded)
    #expect(report.tasks.map(\.lane) == [.main, .main])
  }

  @Test func `A cancelled task is not retried, and its dependents do not start`()
    async throws
  {
    let manager = TaskManager.inOrder(clock: clock)
    let attempts = Counter()
    try manager.injectEventTask(
      name: "slow", event: .reserved1, traits: [.retry(attempts: 5)]
    ) { [clock] _ in
      attempts.add()
      try await clock.sleep(for: .seconds(60))
    }
    try manager.injectEventTask(
      name: "needs", event: .reserved1, dependencies: ["slow"]
    ) { _ in Issue.record("it must not begin") }
    try manager.injectEventTask(name: "far", event: .reserved1, dependencies: ["needs"]) { _ in
      Issue.record("it must not begin")
    }
    try manager.injectEventTask(name: "other", event: .reserved1) { _ in }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    try #expect(manager.cancelTask(named: "slow"))
    await manager.runUntilIdle()
    let report = try #require(dispatch.state.outcome?.reports.first)
    #expect(attempts.count == 1)
    #expect(
      ["slow", "needs", "far"].map(report.outcome) == Array(repeating: "cancelled", count: 3))
    #expect(report.outcome("other") == "succeeded")
    try #expect(!manager.cancelTask(named: "slow"))
  }

  @Test func `A task of the main actor that has suspended can be cancelled, and the next goes on`()
    async throws
  {
    let manager = TaskManager.inOrder(clock: clock)
    try manager.injectEventTask(
      name: "main", event: .reserved1,
      traits: [.retry(attempts: 2, backoff: .constant(.seconds(9)))]
    ) { (_: TaskContext) throws -> Void in throw Broken() }
    try manager.injectEventTask(name: "next", priority: .low, event: .reserved1) { @MainActor _ in }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    #expect(!dispatch.isFinished)
    try #expect(manager.cancelTask(named: "main"))
    await manager.runUntilIdle()
    let report = try #require(dispatch.state.outcome?.reports.first)
    #expect(report.outcome("main") == "cancelled")
    #expect(report.outcome("next") == "succeeded")
  }
}
