import Foundation
import ModularityTestSupport
import Synchronization
import TaskKit
import Testing

@testable import TaskStore

/// The clock of a test moves at the moment at which a store reads it, and never again.
@Suite struct MovingClockTests {
  private let deployment = Deployment()
  private let clock: ManualClock
  private let store: SQLiteStore
  private let manager: TaskManager
  private let willMove = Box(Atomic(false))

  private final class Box<Value: ~Copyable & Sendable>: Sendable {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
  }

  init() {
    let (clock, willMove) = (ManualClock(), willMove)
    let nanoseconds = { @Sendable in
      TaskTime.nanoseconds(of: ManualClock.Instant.zero.duration(to: clock.now))
    }
    self.clock = clock
    store = SQLiteStore(
      at: nil,
      clock: StoreClock(
        now: {
          let now = TaskTime(Deployment.start) + .nanoseconds(nanoseconds())
          if willMove.value.exchange(false, ordering: .relaxed) { clock.advance(by: .seconds(60)) }
          return now
        }, monotonic: nanoseconds, boot: "test"))
    manager = TaskManager(clock: clock)
  }

  /// Has the clock move by a minute with the next look at the store.
  private func move() {
    willMove.value.store(true, ordering: .relaxed)
    store.memoryHints.give()
  }

  @Test func `A fire time is not missed`() async throws {
    try await manager.use(store)
    try manager.scheduleTask(
      name: "task", date: Deployment.start + 60, repeatCount: 1, timeInterval: 1,
      traits: [.durable]
    ) { _ in }
    let (store, manager) = (store, manager)
    try await deployment.waits("the schedule") {
      try await store.schedules(of: ["task"]).schedules["task"] != nil
    }
    move()
    try await deployment.waits("the run") {
      try await manager.storedLedger(of: "task").map(\.state) == [.succeeded]
    }
  }

  @Test func `A job that becomes due is not missed`() async throws {
    try await manager.use(store)
    try manager.jobs.handle("job") { (_: Int, _: JobContext) in }
    try await manager.jobs.enqueue("job", 1, at: .now + .seconds(60))
    move()
    let store = store
    try await deployment.waits("the job") {
      try await store.jobs(JobFilter()).map(\.state) == [.succeeded]
    }
  }
}
