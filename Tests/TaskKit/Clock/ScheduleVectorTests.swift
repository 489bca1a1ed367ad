import Foundation
import ModularityTestSupport
import Testing

@testable import TaskKit

/// When the tasks run whose schedules the system that is re-created had wrong, or never
/// ran: in virtual time, to the second.
@Suite struct ScheduleVectorTests {
  /// A schedule, and the seconds at which it runs.
  struct Vector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var date: Double?
    var count: TaskRepeat = 1
    var interval = 1.0
    let runs: [Double]
  }

  static let vectors: [Vector] = [
    Vector(
      testDescription: "ten times every two seconds", count: 10, interval: 2,
      runs: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]),
    Vector(testDescription: "once", count: 1, runs: [1]),
    Vector(
      testDescription: "for ever", count: .forever, interval: 100, runs: [100, 200, 300, 400]),
    Vector(
      testDescription: "120 seconds, three times", count: 3, interval: 120,
      runs: [120, 240, 360]),
    Vector(testDescription: "121 seconds", count: 3, interval: 121, runs: [121, 242, 363]),
    Vector(
      testDescription: "a date, five times", date: 3, count: 5, runs: [3, 4, 5, 6, 7]),
    Vector(
      testDescription: "a date, for ever", date: 3, count: .forever, interval: 100,
      runs: [3, 103, 203, 303, 403]),
    Vector(testDescription: "a date four seconds ago", date: -4, runs: [0]),
    Vector(testDescription: "a date six seconds ago", date: -6, runs: [0]),
    Vector(
      testDescription: "a date in 2015, five times", date: 1_448_873_913 - start, count: 5,
      runs: [0, 1, 2, 3, 4]),
    Vector(
      testDescription: "a millisecond", count: 4, interval: 0.001,
      runs: [0.001, 0.002, 0.003, 0.004]),
  ]

  /// The date at which time begins: the second in which this was written.
  private static let start = 1_795_306_200.0

  @Test(arguments: vectors) @MainActor
  func `A task runs at its fire times`(vector: Vector) async throws {
    let (manager, clock) = Self.manager()
    let runs = EventRecorder<Double>()
    try manager.scheduleTask(
      name: "task", date: vector.date.map { Date(timeIntervalSince1970: Self.start + $0) },
      repeatCount: vector.count, timeInterval: vector.interval
    ) { [clock] _ in runs.record(clock.now.offset / .seconds(1)) }
    await manager.runUntilIdle(through: .seconds(450)) { clock.advance(by: $0) }
    #expect(runs.events.map { ($0 * 1_000).rounded() / 1_000 } == vector.runs)
    // What is over is gone, and its name is free.
    #expect(manager.list.isEmpty == (vector.count != .forever))
  }

  @Test @MainActor
  func `Of due tasks, earlier fire times and higher priorities run first`()
    async throws
  {
    let clock = ManualClock()
    let lanes = FirstInLanes()
    let manager = TaskManager.forTest(
      lanes: lanes, clock: clock,
      scheduleClock: .clock(
        clock, startingAt: Date(timeIntervalSince1970: Self.start), isPolled: true))
    let order = EventRecorder<String>()
    func schedule(_ name: String, in seconds: Double, _ priority: TaskManager.Priority) throws {
      try manager.scheduleTask(
        name: name, date: Date(timeIntervalSince1970: Self.start + seconds), priority: priority
      ) { @MainActor in order.record($0.task) }
    }
    try schedule("second, low", in: 2, .low)
    try schedule("second, critical", in: 2, .critical)
    try schedule("third, critical", in: 3, .critical)
    try schedule("second, high", in: 2, .high)
    try schedule("second, high too", in: 2, .high)
    try schedule("first", in: 1, .low)
    // The clock is not read until all have passed.
    clock.advance(by: .seconds(4))
    await manager.scheduler.settle()
    lanes.runAll()
    #expect(
      order.events == [
        "first", "second, critical", "second, high", "second, high too", "second, low",
        "third, critical",
      ])
  }

  @Test @MainActor func `Of equal fire times, the higher priority runs first, though time passes`()
    async throws
  {
    let wall = TestWall(Self.start)
    let clock = ManualClock()
    let lanes = FirstInLanes()
    var passing = ScheduleClock.clock(clock, isPolled: true)
    passing.wallTime = {
      // No two readings of a clock are the same.
      wall.seconds += 0.000_1
      return wall.now
    }
    let manager = TaskManager.forTest(lanes: lanes, clock: clock, scheduleClock: passing)
    let order = EventRecorder<String>()
    let priorities: [TaskManager.Priority] = [.high, .critical, .low, .default]
    for priority in priorities {
      try manager.scheduleTask(
        name: "\(priority)", date: Date(timeIntervalSince1970: Self.start + 5),
        priority: priority
      ) { @MainActor in order.record($0.task) }
    }
    clock.advance(by: .seconds(6))
    wall.seconds += 6
    await manager.scheduler.settle()
    lanes.runAll()
    #expect(order.events == priorities.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" })
  }

  @Test @MainActor func `A late tick runs every passed fire time`() async throws {
    let wall = TestWall(Self.start)
    let lanes = FirstInLanes()
    let manager = TaskManager.forTest(lanes: lanes, scheduleClock: wall.ticks(of: .seconds(10)))
    let runs = EventRecorder<Double>()
    try manager.scheduleTask(name: "date", date: Date(timeIntervalSince1970: Self.start + 3)) { _ in
      runs.record(wall.seconds - Self.start)
    }
    for _ in 1...3 {
      wall.seconds += 10
      manager.scheduler.tick()
      lanes.runAll()
    }
    #expect(runs.events == [10])
  }

  /// A manager in whose time nothing passes by itself.
  @MainActor private static func manager() -> (TaskManager, ManualClock) {
    let clock = ManualClock()
    let manager = TaskManager.deterministic(
      seed: 1, clock: clock, startingAt: Date(timeIntervalSince1970: start))
    return (manager, clock)
  }
}
