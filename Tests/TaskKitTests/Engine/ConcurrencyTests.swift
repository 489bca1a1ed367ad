import Dispatch
import ModularityTestSupport
import Testing

@testable import TaskKit

/// Where tasks run, and how many at once.
@Suite struct ConcurrencyTests {
  @Test func `Tasks with the trait run at the same time`() async throws {
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

  @Test func `A worker that is busy for long holds up nothing that became ready later`()
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

  @Test func `A task that takes long holds up none that its worker took with it`() async throws {
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

  @Test func `More tasks can be suspended than there are workers`() async throws {
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

  @Test func `Tasks of the main actor run one after the other, also those of other isolation`()
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

  @Test func `A task of another actor runs there`() async throws {
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
