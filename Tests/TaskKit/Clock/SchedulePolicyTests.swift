import Foundation
import ModularityTestSupport
import Schedules
import Testing

@testable import TaskKit

/// What scheduled tasks do when they overlap, are paused, bounded or late; in virtual time.
@Suite @MainActor struct SchedulePolicyTests {
  private let clock = ManualClock()
  private let manager: TaskManager
  private let runs = EventRecorder<String>()
  private let errors = EventRecorder<String>()

  init() {
    manager = .deterministic(seed: 7, clock: clock)
    manager.errorHandler = { [errors] in errors.record($0.message) }
  }

  private func pass(_ seconds: Double) async {
    await manager.runUntilIdle(through: .seconds(seconds)) { clock.advance(by: $0) }
  }

  private var second: Double { clock.now.offset / .seconds(1) }

  /// A task that takes three seconds, every two.
  private func scheduleSlow(_ policy: TaskOverlapPolicy, count: TaskRepeat = 4) throws {
    try manager.scheduleTask(
      name: "slow", repeatCount: count, timeInterval: 2, traits: [.overlap(policy)]
    ) { @concurrent [clock, runs] context in
      runs.record("begin \(context.fire?.number ?? 0)")
      try await clock.sleep(for: .seconds(3))
      runs.record("end \(context.fire?.number ?? 0)")
    }
  }

  /// Passes second by second, as sleeping tasks are woken by the clock only.
  private func passSlowly(_ seconds: Int) async {
    for _ in 0..<seconds { await pass(1) }
  }

  // MARK: - Overlap

  @Test func `By default, a running task does not run again`() async throws {
    try scheduleSlow(.skip)
    await passSlowly(20)
    #expect(runs.events == ["begin 1", "end 1", "begin 3", "end 3"])
    #expect(manager.ledger.entries.map(\.fate.words) == ["ran", "overlap", "ran", "overlap"])
  }

  @Test func `A run can be queued while the task runs`() async throws {
    try scheduleSlow(.queue())
    await passSlowly(20)
    #expect(
      runs.events == (1...4).flatMap { ["begin \($0)", "end \($0)"] })
    #expect(manager.list.isEmpty)
  }

  @Test func `The ledger records a delayed run when it starts, with its lateness`()
    async throws
  {
    try scheduleSlow(.queue())
    await passSlowly(4)
    // The second waits for the first, which goes on.
    #expect(manager.ledger.entries.map(\.fate) == [.ran(late: .zero)])
    await passSlowly(16)
    #expect(
      manager.ledger.entries.map(\.fate)
        == (0...3).map { .ran(late: .seconds($0)) })
    #expect(
      manager.ledger.entries.map(\.fireTime.timeIntervalSince1970) == [2, 4, 6, 8])
  }

  @Test func `A run that is pending when its task is destroyed is recorded as missed`() async throws
  {
    try scheduleSlow(.queue())
    await passSlowly(4)
    try manager.destroyTask(named: "slow")
    await passSlowly(10)
    #expect(manager.ledger.entries.map(\.fate) == [.ran(late: .zero), .missed(.removed)])
    #expect(manager.ledger.totals["slow"]?.due == 2)
    #expect(runs.events == ["begin 1"])
  }

  @Test func `The lateness of a run is measured on its own clock`() async throws {
    try scheduleSlow(.queue(), count: 2)
    await passSlowly(4)
    manager.scheduler.setClock(
      .clock(clock, startingAt: Date(timeIntervalSince1970: 1e6), isPolled: true))
    await passSlowly(10)
    #expect(manager.ledger.entries.map(\.fate) == [.ran(late: .zero), .ran(late: .seconds(1))])
  }

  @Test func `After a late first run, the others are on time`()
    async throws
  {
    // Five times, a second apart, from a date on that has passed.
    let date = Date(timeIntervalSince1970: -3.75)
    try manager.scheduleTask(name: "task", date: date, repeatCount: 5, timeInterval: 1) {
      @MainActor [clock, runs] _ in runs.record("\(clock.now.offset / .milliseconds(100))")
    }
    await pass(10)
    #expect(runs.events == ["0.0", "2.5", "12.5", "22.5", "32.5"])
  }

  @Test func `A full queue accepts no further run`() async throws {
    try scheduleSlow(.queue(upTo: 1), count: 8)
    await passSlowly(40)
    #expect(runs.events.count(where: { $0.hasPrefix("begin") }) < 8)
    let missed = manager.ledger.entries.filter { $0.fate == .missed(.queueFull) }.count
    #expect(runs.events.count(where: { $0.hasPrefix("begin") }) + missed == 8)
    #expect(missed > 0)
  }

  @Test func `A task can run concurrently with itself, up to a limit`() async throws {
    try manager.scheduleTask(
      name: "wide", repeatCount: 10, timeInterval: 1, traits: [.overlap(.parallel(upTo: 2))]
    ) { @concurrent [clock, runs] context in
      runs.record("begin")
      try await clock.sleep(for: .seconds(4))
      runs.record("end")
    }
    var most = 0
    for _ in 0..<20 {
      await pass(1)
      let events = runs.events
      most = max(most, events.count { $0 == "begin" } - events.count { $0 == "end" })
    }
    #expect(most == 2)
    #expect(manager.ledger.entries.contains { $0.fate == .missed(.overlap) })
    #expect(manager.list.isEmpty)
  }

  // MARK: - Pauses

  @Test func `A task that was due in a pause runs once when resumed`() async throws {
    try manager.scheduleTask(name: "task", repeatCount: 4, timeInterval: 2) {
      @MainActor [clock, runs] _ in runs.record("\(clock.now.offset / .seconds(1))")
    }
    await pass(3)
    try manager.pauseTask(named: "task")
    await pass(6)
    #expect(runs.events == ["2.0"])
    try manager.resumeTask(named: "task")
    await pass(0)
    #expect(runs.events == ["2.0", "9.0"])
    await pass(10)
    #expect(runs.events == ["2.0", "9.0", "10.0", "12.0"])
  }

  @Test func `A task can skip what was due in a pause`() async throws {
    try manager.scheduleTask(
      name: "task", repeatCount: .forever, timeInterval: 2, traits: [.whilePaused(.skip)]
    ) { @MainActor [clock, runs] _ in runs.record("\(clock.now.offset / .seconds(1))") }
    try manager.pauseTask(named: "task")
    await pass(7)
    try manager.resumeTask(named: "task")
    await pass(2)
    #expect(runs.events == ["8.0"])
    #expect(
      manager.ledger.entries.map(\.fate)
        == [.missed(.paused), .missed(.paused), .missed(.paused), .ran(late: .zero)])
  }

  // MARK: - Coming and going

  @Test func `A destroyed task is not due, and its name is free`() async throws {
    try manager.scheduleTask(name: "task", repeatCount: .forever) { [runs] _ in runs.record("old") }
    await pass(1)
    try manager.destroyTask(named: "task")
    try manager.scheduleTask(name: "task", repeatCount: 1, timeInterval: 5) { [runs] _ in
      runs.record("new")
    }
    await pass(10)
    #expect(runs.events == ["old", "new"])
  }

  @Test func `A task can schedule the next one, and destroy itself`() async throws {
    try manager.scheduleTask(name: "a", repeatCount: .forever) { [manager, runs] _ in
      runs.record("a")
      try manager.destroyTask(named: "a")
      try manager.scheduleTask(name: "b") { _ in runs.record("b") }
    }
    await pass(5)
    #expect(runs.events == ["a", "b"])
    #expect(manager.list.isEmpty)
  }

  @Test func `A duplicate name is rejected, with both source locations`() throws {
    try manager.scheduleTask(name: "task") { _ in }
    let error = #expect(throws: TaskError.self) {
      try manager.scheduleTask(name: "task", fileID: "Shop/Late.swift", line: 3) { _ in }
    }
    #expect(error?.code == .duplicateName)
    #expect(error?.location?.description == "Shop/Late.swift:3")
  }

  @Test(arguments: [
    (0, 1.0, "its repeat count is 0"), (1, 0, "its interval is 0.0 seconds"),
    (1, -1, "its interval is -1.0 seconds"), (1, .infinity, "its interval is inf seconds"),
    (1, .nan, "its interval is nan seconds"), (1, 1e300, "its interval is 1e+300 seconds"),
  ])
  func `An invalid schedule is rejected, with valid examples`(
    count: Int, interval: Double, message: String
  ) throws {
    let error = #expect(throws: TaskError.self) {
      try manager.scheduleTask(name: "task", repeatCount: TaskRepeat(count), timeInterval: interval)
      {
        _ in
      }
    }
    #expect(error?.code == .badSchedule)
    #expect(error?.message.contains(message) == true)
    #expect(manager.list.isEmpty)
  }

  @Test func `An app can permit whole ticks only`() throws {
    manager.intervalRule = .wholeTicks(of: .seconds(2), upTo: 60)
    #expect(throws: TaskError.self) {
      try manager.scheduleTask(name: "odd", repeatCount: 2, timeInterval: 3) { _ in }
    }
    #expect(throws: TaskError.self) {
      try manager.scheduleTask(name: "long", repeatCount: 2, timeInterval: 122) { _ in }
    }
    try manager.scheduleTask(name: "even", repeatCount: 2, timeInterval: 120) { _ in }
    manager.intervalRule = .any
    try manager.scheduleTask(name: "odd", repeatCount: 2, timeInterval: 3) { _ in }
  }

  // MARK: - Bounds, delays and jitter

  @Test func `A task is due between two dates only`() async throws {
    try manager.scheduleTask(
      name: "task", on: .cron("*/10 * * * * *", in: .utc),
      traits: [
        .starting(at: Date(timeIntervalSince1970: 25)),
        .ending(at: Date(timeIntervalSince1970: 50)),
      ]
    ) { @MainActor [clock, runs] _ in runs.record("\(clock.now.offset / .seconds(1))") }
    await pass(100)
    #expect(runs.events == ["30.0", "40.0", "50.0"])
    #expect(manager.list.isEmpty)
  }

  @Test func `A fixed delay counts from the end of each run`() async throws {
    try manager.scheduleTask(name: "task", repeatCount: 3, timeInterval: 2, traits: [.fixedDelay]) {
      @concurrent [clock, runs] _ in
      runs.record("\(clock.now.offset / .seconds(1))")
      try await clock.sleep(for: .seconds(3))
    }
    await passSlowly(20)
    #expect(runs.events == ["2.0", "7.0", "12.0"])
    #expect(manager.list.isEmpty)
  }

  @Test func `Tasks with one fire time are spread by a stable jitter, the same each day`()
    async throws
  {
    for number in 0..<50 {
      try manager.scheduleTask(
        name: "task \(number)", on: .daily(at: "01:00", in: .utc),
        traits: [.jitter(.stable(upTo: .seconds(600)))]
      ) { @MainActor [clock, runs] context in
        let second = clock.now.offset / .seconds(1)
        runs.record("\(context.task) \(Int(second) % 86_400)")
      }
    }
    await pass(86_400)
    let first = runs.events
    #expect(Set(first.map { $0.split(separator: " ").last }).count > 30)
    await pass(86_400)
    #expect(Array(runs.events.dropFirst(50)) == first)
  }

  // MARK: - What there is to see

  @Test func `A run has its fire time`() async throws {
    let fires = EventRecorder<TaskFire>()
    try manager.scheduleTask(name: "task", repeatCount: 2, timeInterval: 1.5) { context in
      if let fire = context.fire { fires.record(fire) }
    }
    await pass(10)
    #expect(
      fires.events == [
        TaskFire(fireTime: Date(timeIntervalSince1970: 1.5), number: 1, task: "task"),
        TaskFire(fireTime: Date(timeIntervalSince1970: 3), number: 2, task: "task"),
      ])
  }

  @Test func `Every scheduled task is listed with when it is due next`() async throws {
    try manager.scheduleTask(name: "nightly", on: .daily(at: "02:30", in: .utc)) { _ in }
    try manager.scheduleTask(name: "timer", repeatCount: .forever, timeInterval: 40) { _ in }
    await pass(60)
    #expect(
      manager.list.map { [$0.name, "\($0.nextFireTime?.timeIntervalSince1970 ?? 0)"] }
        == [["nightly", "9000.0"], ["timer", "80.0"]])
    #expect(manager.list.table.contains("1970-01-01T02:30:00Z"))
  }

  @Test func `The ledger prints what was due and what became of it`() async throws {
    try scheduleSlow(.skip)
    await passSlowly(20)
    let text = manager.ledger.description
    #expect(text.contains("slow    4    2"))
    #expect(text.contains("2× an earlier run was still running"))
    #expect(text.contains("1970-01-01T00:00:04Z  slow  missed: an earlier run was still running"))
  }

  @Test func `A task that exceeds its timeout is cancelled, and is due again`() async throws {
    try manager.scheduleTask(
      name: "task", repeatCount: 2, timeInterval: 5, traits: [.timeout(.seconds(1))]
    ) { @concurrent [clock, runs] _ in
      runs.record("begin \(clock.now.offset / .seconds(1))")
      try await clock.sleep(for: .seconds(100))
      runs.record("end")
    }
    await passSlowly(12)
    #expect(runs.events == ["begin 5.0", "begin 10.0"])
    #expect(errors.events.count == 2)
    #expect(errors.events.allSatisfy { $0.contains("took longer than its timeout") })
  }

  @Test func `A task that fails is retried, and is due again`() async throws {
    try manager.scheduleTask(
      name: "task", repeatCount: 2, timeInterval: 10, traits: [.retry(attempts: 2)]
    ) { [runs] context in
      runs.record("\(context.fire?.number ?? 0).\(context.attempt)")
      throw Broken()
    }
    await pass(30)
    #expect(runs.events == ["1.1", "1.2", "2.1", "2.2"])
    #expect(errors.events.count == 2)
    #expect(manager.report.runs.map(\.occasion) == ["schedule of task", "schedule of task"])
  }
}

extension TaskLedger.Fate {
  fileprivate var words: String {
    switch self {
    case .ran: "ran"
    case .missed(let reason): reason.rawValue
    }
  }
}
