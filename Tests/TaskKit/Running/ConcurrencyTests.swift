import Dispatch
import ModularityTestSupport
import Testing

@testable import TaskKit

/// Where tasks run, and how many at once.
@Suite struct ConcurrencyTests {
  @Test func `Tasks with the trait run concurrently`() async throws {
    let manager = TaskManager.forTest()
    // Each waits for the other: one after the other would never end.
    let first = DispatchSemaphore(value: 0)
    let second = DispatchSemaphore(value: 0)
    try manager.injectEventTask(name: "a", event: .reserved1, traits: [.concurrent]) { _ in
      first.signal()
      second.wait()
    }
    try manager.injectEventTask(name: "b", event: .reserved1, traits: [.concurrent]) { _ in
      second.signal()
      first.wait()
    }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.hasSucceeded)
    #expect(Set(report.tasks.map(\.lane)) == [.worker(1), .worker(2)])
  }

  @Test func `A busy worker does not delay tasks that become ready later`()
    async throws
  {
    let manager = TaskManager.forTest()
    let isThere = DispatchSemaphore(value: 0)
    try manager.injectEventTask(name: "long", event: .reserved1, traits: [.concurrent]) { _ in
      isThere.wait()
    }
    try manager.injectEventTask(name: "main", event: .reserved1) { @MainActor _ in }
    try manager.injectEventTask(
      name: "late", event: .reserved1, dependencies: ["main"], traits: [.concurrent]
    ) { _ in isThere.signal() }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.hasSucceeded)
  }

  @Test func `A long task does not delay tasks in its worker's queue`() async throws {
    let manager = TaskManager.forTest()
    let others = Counter()
    let isDone = DispatchSemaphore(value: 0)
    let count = 400
    for index in 0..<count {
      try manager.injectEventTask(name: "t\(index)", event: .reserved1, traits: [.concurrent]) {
        _ in
        if others.add() == count - 1 { isDone.signal() }
      }
    }
    // The most urgent one begins first, and waits until all others are done.
    try manager.injectEventTask(
      name: "long", priority: .critical, event: .reserved1, traits: [.concurrent]
    ) { _ in
      isDone.wait()
      isDone.signal()
    }
    try manager.destroyTask(named: "t0")
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.tasks.count == count)
    #expect(report.hasSucceeded)
  }

  @Test @MainActor func `An asynchronous task starts while every worker is blocked`() async throws {
    // No worker runs anything before the test has it do so.
    let lanes = FirstInLanes()
    let manager = TaskManager.forTest(lanes: lanes)
    let mayEnd = Gate()
    let hasFollowed = Gate()
    for name in ["a", "b"] {
      try manager.injectEventTask(
        name: name, priority: .critical, event: .reserved1, traits: [.concurrent]
      ) { _ in }
    }
    try manager.injectEventTask(name: "begins", priority: .low, event: .reserved1) { _ in
      await mayEnd.pass()
    }
    try manager.injectEventTask(name: "follows", event: .reserved1, dependencies: ["begins"]) {
      _ in
      await Task.yield()
      hasFollowed.open()
    }
    let dispatch = manager.trigger(.reserved1)
    try #require(lanes.startCount == 1)
    mayEnd.open()
    // One that becomes ready when another has ended needs none either.
    await hasFollowed.pass()
    #expect(lanes.startCount == 2)
    #expect(!dispatch.isFinished)
    lanes.runAll()
    let report = try #require(await dispatch.finished().first)
    #expect(report.hasSucceeded)
  }

  @Test @MainActor func `A ready task starts though its worker is busy`()
    async throws
  {
    let lanes = FirstInLanes()
    let manager = TaskManager.forTest(lanes: lanes)
    let started = EventRecorder<Int>()
    // So many that a worker takes several at once, the one with another behind it first.
    for index in 0..<40 {
      try manager.injectEventTask(name: "t\(index)", event: .reserved1, traits: [.concurrent]) {
        _ in
      }
    }
    try manager.injectEventTask(name: "first", event: .reserved1, traits: [.concurrent]) { _ in }
    try manager.injectEventTask(name: "follows", event: .reserved1, dependencies: ["first"]) { _ in
      await Task.yield()
    }
    // Could wait for the one before, and must not do so in vain.
    try manager.injectEventTask(
      name: "next", priority: .critical, event: .reserved1, traits: [.concurrent]
    ) { _ in started.record(lanes.startCount) }
    let dispatch = manager.trigger(.reserved1)
    lanes.runAll()
    #expect(started.events == [1])
    let report = try #require(await dispatch.finished().first)
    #expect(report.hasSucceeded)
  }

  @Test func `Blocking tasks never run on Swift's thread pool, with or without a timeout`()
    async throws
  {
    let isInTask = EventRecorder<Bool>()
    let manager = TaskManager.forTest()
    for (name, traits) in [
      ("plain", [TaskTrait.concurrent]), ("timed", [.concurrent, .timeout(.seconds(3_600))]),
      ("retried", [.concurrent, .retry(attempts: 2)]),
    ] {
      try manager.injectEventTask(name: name, event: .reserved1, traits: traits) { context in
        isInTask.record(unsafe withUnsafeCurrentTask { unsafe $0 != nil })
        if name == "retried", context.attempt == 1 { throw Broken() }
      }
    }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.hasSucceeded)
    #expect(isInTask.events == [false, false, false, false])
  }

  @Test func `Tasks that may block run on workers only, in every attempt`()
    async throws
  {
    let manager = TaskManager.forTest()
    let (inside, overlaps, runs) = (Counter(), Counter(), Counter())
    for index in 0..<100 {
      try manager.injectEventTask(
        name: "t\(index)", event: .reserved1,
        traits: [.concurrent, .retry(attempts: 3), .timeout(.seconds(3_600))]
      ) { context in
        if inside.add() > 2 { overlaps.add() }
        defer { inside.add(-1) }
        runs.add()
        if context.attempt < 3 { throw Broken() }
      }
    }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.hasSucceeded)
    #expect(runs.count == 300)
    #expect(overlaps.count == 0)
  }

  @Test func `A worker is replaced when the task that blocks it exceeds its timeout`()
    async throws
  {
    let clock = ManualClock()
    let manager = TaskManager.forTest(lanes: ProcessLanes(workerCount: 1), clock: clock)
    let (isOver, mayEnd) = (Gate(), DispatchSemaphore(value: 0))
    try manager.injectEventTask(
      name: "deaf", priority: .critical, event: .reserved1,
      traits: [.concurrent, .timeout(.seconds(1))]
    ) { _ in
      mayEnd.wait()
      isOver.open()
    }
    for name in ["next", "another"] {
      try manager.injectEventTask(name: name, event: .reserved1, traits: [.concurrent]) { _ in }
    }
    let dispatch = manager.trigger(.reserved1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    let report = try #require(await dispatch.finished().first)
    #expect(report.outcome("deaf")?.contains("longer than its timeout of 1.0 seconds") == true)
    #expect(report.outcome("next") == "succeeded")
    #expect(report.outcome("another") == "succeeded")
    mayEnd.signal()
    await isOver.pass()
  }

  @Test func `A task that waits for a worker can be cancelled, and does not start`() async throws {
    let manager = TaskManager.forTest(lanes: ProcessLanes(workerCount: 1))
    let (hasBegun, mayEnd) = (Gate(), DispatchSemaphore(value: 0))
    try manager.injectEventTask(
      name: "blocks", priority: .critical, event: .reserved1, traits: [.concurrent]
    ) { _ in
      hasBegun.open()
      mayEnd.wait()
    }
    try manager.injectEventTask(
      name: "waits", event: .reserved1, traits: [.concurrent, .retry(attempts: 2)]
    ) { _ in Issue.record("it must not begin") }
    let dispatch = manager.trigger(.reserved1)
    await hasBegun.pass()
    try #expect(manager.cancelTask(named: "waits"))
    mayEnd.signal()
    let report = try #require(await dispatch.finished().first)
    #expect(report.outcome("waits") == "cancelled")
    #expect(report.tasks.first { $0.name == "waits" }?.attempts == 0)
    #expect(report.outcome("blocks") == "succeeded")
  }

  @Test func `More tasks can be suspended than workers exist`() async throws {
    let manager = TaskManager.forTest()
    let begun = Counter()
    let gate = Gate()
    for index in 0..<100 {
      try manager.injectEventTask(name: "t\(index)", event: .reserved1) { _ in
        // The last one lets all others go on, which have suspended by then.
        if begun.add() == 100 { gate.open() } else { await gate.pass() }
      }
    }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.tasks.count == 100)
    #expect(report.tasks.allSatisfy { $0.outcome.isSuccess && $0.lane == .concurrent })
  }

  @Test func `Tasks of the main actor run one at a time, also beside other actors' tasks`()
    async throws
  {
    let manager = TaskManager.forTest()
    let inside = Counter()
    let overlaps = Counter()
    for index in 0..<50 {
      try manager.injectEventTask(name: "t\(index)", event: .reserved1) { @MainActor _ in
        MainActor.assertIsolated()
        if inside.add() > 1 { overlaps.add() }
        inside.add(-1)
      }
    }
    try await manager.run(.reserved1)
    #expect(overlaps.count == 0)
  }

  @Test func `A task of another actor runs on that actor`() async throws {
    let manager = TaskManager.forTest()
    let visits = Counter()
    try manager.injectEventTask(name: "visit", event: .reserved1) { @ShopActor _ in
      ShopActor.assertIsolated()
      visits.add()
    }
    let report = try #require(try await manager.run(.reserved1).first)
    #expect(report.tasks.map(\.lane) == [.concurrent])
    #expect(visits.count == 1)
  }

  @Test func `Milestones and runs are not waited for by threads`() async throws {
    let manager = TaskManager.forTest(lanes: ProcessLanes(workerCount: 1))
    let count = Counter()
    for index in 0..<2_000 {
      try manager.injectEventTask(
        name: "t\(index)", event: .reserved1, dependencies: index == 0 ? [] : ["t\(index - 1)"],
        traits: [.concurrent]
      ) { _ in count.add() }
    }
    try await manager.run(.reserved1)
    #expect(count.count == 2_000)
  }
}

/// An actor that is not the main one.
@globalActor private actor ShopActor {
  static let shared = ShopActor()
}
