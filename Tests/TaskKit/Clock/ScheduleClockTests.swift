import Foundation
import ModularityTestSupport
import ProcessLifecycle
import Schedules
import Testing

@testable import TaskKit

/// What becomes of schedules when clocks are set, steered, exchanged or moved by hand.
@Suite @MainActor struct ScheduleClockTests {
  private let clock = ManualClock()
  private let lanes = FirstInLanes()
  private let wall = TestWall(1_700_000_000)
  private let runs = EventRecorder<String>()
  private let manager: TaskManager

  init() {
    manager = .forTest(lanes: lanes, clock: clock, scheduleClock: wall.beside(clock))
  }

  /// Lets time pass on both clocks, of which that on the wall may be quicker.
  private func pass(_ seconds: Double, wallRate: Double = 1) async {
    clock.advance(by: .seconds(seconds))
    wall.seconds += seconds * wallRate
    await settle()
  }

  private func settle() async {
    await manager.scheduler.settle()
    lanes.runAll()
  }

  private func schedule(
    _ name: String, at seconds: Double, count: TaskRepeat = 1, every interval: Double = 1
  ) throws {
    try manager.scheduleTask(
      name: name, date: Date(timeIntervalSince1970: 1_700_000_000 + seconds),
      repeatCount: count, timeInterval: interval
    ) { [wall, runs] context in runs.record("\(context.task) \(wall.seconds - 1_700_000_000)") }
  }

  @Test func `Slewed clocks make no run early, and hardly any late`() async throws {
    try schedule("slow", at: 86_400)
    // A second takes longer on the wall than it should.
    while runs.events.isEmpty { await pass(0.5, wallRate: 0.9995) }
    #expect(1_700_086_400..<1_700_086_400.6 ~= wall.seconds)
  }

  @Test func `A long wait reads the clock again shortly before its end`() async throws {
    try schedule("task", at: 86_400)
    var wakes = 0
    var lateness = 0.0
    while runs.events.isEmpty, let next = manager.scheduler.timeToNextWake {
      wakes += 1
      await pass(next / .seconds(1), wallRate: 1.0005)
      lateness = wall.seconds - 1_700_086_400
    }
    #expect(wakes <= 4)
    #expect(lateness < 0.01)
  }

  @Test func `A clock that is set forward makes skipped fire times due`() async throws {
    try schedule("task", at: 3_600)
    wall.seconds += 7_200
    manager.scheduler.timeWasSet()
    await settle()
    #expect(runs.events == ["task 7200.0"])
  }

  @Test func `The process reports that its clock was set`() async throws {
    manager.sources.listenToClocks(for: manager)
    try schedule("task", at: 3_600)
    wall.seconds += 7_200
    await ProcessLifecycle.simulate(.wallClockChanged).finished()
    await settle()
    #expect(runs.events == ["task 7200.0"])
  }

  @Test func `A clock that is set back delays no task for long`() async throws {
    try schedule("task", at: 3_600, count: .forever, every: 60)
    await pass(3_600)
    #expect(runs.events == ["task 3600.0"])
    await pass(7_200)
    wall.seconds -= 3_600
    manager.scheduler.timeWasSet()
    await pass(60)
    #expect(runs.events == ["task 3600.0", "task 10800.0", "task 7260.0"])
  }

  @Test func `Timers do not depend on wall clocks`() async throws {
    try manager.scheduleTask(name: "timer", repeatCount: .forever, timeInterval: 10) { [runs] _ in
      runs.record("timer")
    }
    wall.seconds += 1_000_000
    manager.scheduler.timeWasSet()
    await settle()
    #expect(runs.events.isEmpty)
    wall.seconds -= 9_000_000
    manager.scheduler.timeWasSet()
    await pass(10)
    #expect(runs.events == ["timer"])
  }

  @Test func `After sleep, missed runs are made up for once`() async throws {
    try manager.scheduleTask(name: "timer", repeatCount: .forever, timeInterval: 10) {
      [runs] context in
      runs.record("timer \(context.fire?.coalesced ?? 0)")
    }
    try schedule("date", at: 600)
    await pass(3_600)
    #expect(Set(runs.events) == ["timer 359", "date 3600.0"])
  }

  @Test func `When the zone's rules change, the next fire time is computed again`() async throws {
    try manager.scheduleTask(name: "daily", on: .daily(at: "12:00")) { [runs] context in
      runs.record("\(context.fire?.fireTime.timeIntervalSince1970 ?? 0)")
    }
    let before = manager.list.first?.nextFireTime
    manager.scheduler.zonesHaveChanged()
    await settle()
    #expect(runs.events.isEmpty)
    #expect(manager.list.first?.nextFireTime == before)
    // What has passed by the old rules is not forgotten.
    wall.seconds += 86_400
    manager.scheduler.zonesHaveChanged()
    await settle()
    #expect(runs.events.count == 1)
    #expect(
      try #require(manager.list.first?.nextFireTime) > Date(timeIntervalSince1970: wall.seconds))
  }

  // MARK: - Other clocks

  @Test func `A manual clock makes tasks due by its ticks`() throws {
    manager.clock = .none
    try manager.scheduleTask(name: "timer", repeatCount: 2, timeInterval: 2) { [runs] _ in
      runs.record("timer")
    }
    for tick in 1...6 {
      NotificationCenter.default.post(name: RWAppClockTicktockNotificationKey, object: nil)
      lanes.runAll()
      #expect(runs.events.count == min(2, tick / 2))
    }
  }

  @Test func `A pending task continues on another clock`() async throws {
    try manager.scheduleTask(name: "timer", repeatCount: .forever, timeInterval: 10) { [runs] _ in
      runs.record("timer")
    }
    await pass(6)
    let other = ManualClock()
    manager.scheduler.setClock(.clock(other, startingAt: Date(), isPolled: true))
    await pass(100)
    #expect(runs.events.isEmpty)
    other.advance(by: .seconds(3))
    await settle()
    #expect(runs.events.isEmpty)
    other.advance(by: .seconds(1))
    await settle()
    #expect(runs.events == ["timer"])
    other.advance(by: .seconds(10))
    await settle()
    #expect(runs.events.count == 2)
  }

  @Test func `Any clock can be set, and dates follow it`() async throws {
    let other = ManualClock()
    let date = Date(timeIntervalSince1970: 500)
    manager.clock = .clock(other, startingAt: date)
    try manager.scheduleTask(
      name: "date", date: date + 60, autoRemove: false, traits: [.concurrent]
    ) { [runs] context in
      runs.record("\(context.fire?.fireTime.timeIntervalSince1970 ?? 0)")
    }
    #expect(manager.list.first?.nextFireTime == date + 60)
    try await other.sleepers(atLeast: 1)
    other.advance(by: .seconds(59))
    await settle()
    #expect(runs.events.isEmpty)
    other.advance(by: .seconds(1))
    await settle()
    #expect(runs.events == ["560.0"])
    #expect(try #require(manager.list.first).nextFireTime == nil)
  }

  @Test func `A clock may use the manager while a sleep on it is cancelled`() async throws {
    let nosy = NosyClock(manager: manager)
    manager.clock = .clock(nosy)
    try manager.scheduleTask(name: "later", timeInterval: 1_000) { _ in }
    await nosy.sleeps(atLeast: 1)
    // Now the first sleep is in vain.
    try manager.scheduleTask(name: "sooner", timeInterval: 10) { _ in }
    await nosy.sleeps(atLeast: 2)
    try manager.destroyTask(named: "sooner")
    try manager.destroyTask(named: "later")
    #expect(nosy.lists.events.contains(["later", "sooner"]))
  }

  // MARK: - Declared tasks

  @Test func `Declared tasks are due after the launch, counted from its end`() async throws {
    let manager = TaskManager.forTest(
      lanes: lanes, clock: clock, scheduleClock: wall.beside(clock),
      declared: [
        .timer("timer", every: 5) { [runs] in runs.record("timer") },
        .timer("urgent", every: 5, .critical) { [runs] in runs.record("urgent") },
      ])
    clock.advance(by: .seconds(60))
    #expect(manager.list.allSatisfy { $0.nextFireTime == nil })
    manager.trigger(.willFinishLaunching)
    manager.trigger(.didFinishLaunching)
    lanes.runAll()
    #expect(manager.list.allSatisfy { $0.nextFireTime != nil })
    clock.advance(by: .seconds(5))
    await manager.scheduler.settle()
    lanes.runAll()
    #expect(runs.events == ["urgent", "timer"])
  }

  @Test func `A declared task stays after its last run, and is not due again`()
    async throws
  {
    let manager = TaskManager.forTest(
      lanes: lanes, clock: clock, scheduleClock: wall.beside(clock),
      declared: [.timer("timer", repeat: 1, every: 5) { [runs] in runs.record("timer") }])
    manager.trigger(.didFinishLaunching)
    lanes.runAll()
    clock.advance(by: .seconds(50))
    await manager.scheduler.settle()
    lanes.runAll()
    #expect(runs.events == ["timer"])
    #expect(manager.list.map(\.name) == ["timer"])
    #expect(manager.list.first?.nextFireTime == nil)
  }

  @Test func `No task becomes due when the process ends`() async throws {
    try manager.scheduleTask(name: "timer", repeatCount: .forever) { [runs] _ in
      runs.record("timer")
    }
    let end = Task { await manager.terminate() }
    while manager.scheduler.timeToNextWake != nil { await Task.yield() }
    clock.advance(by: .seconds(10))
    await settle()
    #expect(runs.events.isEmpty)
    lanes.runAll()
    await end.value
  }
}

extension TaskDefinition {
  fileprivate static func timer(
    _ name: String, repeat times: TaskRepeat = .forever, every interval: Double,
    _ priority: TaskManager.Priority = .default, run: @escaping @Sendable () -> Void
  ) -> TaskDefinition {
    TaskDefinition(
      name: name, trigger: .timer(repeat: times, every: interval), priority: priority,
      requires: [], follows: [], properties: TaskProperties(),
      body: TaskBody(
        form: .synchronous { _ in
          run()
          return nil
        }), location: CodeLocation(fileID: "Shop/\(name).swift", line: 1))
  }
}

/// A clock that stands still, and looks at the manager whenever a sleep is cancelled.
private final class NosyClock: Clock {
  let lists = EventRecorder<[String]>()
  private let clock = ManualClock()
  private weak let manager: TaskManager?

  init(manager: TaskManager) {
    self.manager = manager
  }

  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await withTaskCancellationHandler {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    } onCancel: {
      // Would never return if the canceller held a lock of the scheduler.
      if let list = manager?.list { lists.record(list.map(\.name)) }
    }
  }

  func sleeps(atLeast count: Int) async {
    while lists.events.count + 1 < count { await Task.yield() }
    try? await clock.sleepers(atLeast: 1)
  }
}
