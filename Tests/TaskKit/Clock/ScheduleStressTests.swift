import Dispatch
import Foundation
import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// Schedules by the real clock, and from many threads at once.
@Suite struct ScheduleStressTests {
  @Test func `On the real clock, no run is early, and fire times do not drift`() async throws {
    let manager = TaskManager(workers: 2)
    let fires = EventRecorder<(TaskFire, Date)>()
    let done = Gate()
    try manager.scheduleTask(
      name: "quick", date: Date() + 0.02, repeatCount: 40, timeInterval: 0.005,
      traits: [.concurrent, .misfire(.catchUp(upTo: 40)), .overlap(.queue())]
    ) { context in
      if let fire = context.fire {
        fires.record((fire, Date()))
        if fire.number == 40 { done.open() }
      }
    }
    await done.pass()
    let events = fires.events
    #expect(events.map(\.0.number) == Array(1...40))
    let first = try #require(events.first?.0.fireTime)
    for (fire, date) in events {
      #expect(date >= fire.fireTime)
      // `t0 + n · interval`, whatever happened to the runs before.
      let ideal = first + Double(fire.number - 1) * 0.005
      #expect(abs(fire.fireTime.timeIntervalSince(ideal)) < 0.000_001)
    }
  }

  @Test func `A task off the main actor runs on the real clock without a main loop`()
    async throws
  {
    let manager = TaskManager(workers: 1)
    let wasOnMain = EventRecorder<Bool>()
    let done = Gate()
    try manager.scheduleTask(name: "once", timeInterval: 0.001, traits: [.concurrent]) { context in
      wasOnMain.record(Thread.isMainThread || context.fire?.number != 1)
      done.open()
    }
    await done.pass()
    #expect(wasOnMain.events == [false])
  }

  @Test func `Eight threads can schedule, pause and destroy concurrently`() async throws {
    let clock = ManualClock()
    let manager = TaskManager.forTest(
      clock: clock, scheduleClock: .clock(clock, startingAt: Date(), isPolled: true))
    let runs = Counter()
    let problems = EventRecorder<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var random = SplitMix(seed: UInt64(thread))
      for round in 0..<200 {
        let name = "task \(thread).\(round)"
        do {
          try manager.scheduleTask(
            name: name, repeatCount: random.next() % 2 == 0 ? 3 : .forever,
            timeInterval: Double(1 + random.next() % 5),
            traits: [.concurrent, .overlap(.parallel(upTo: 4))]
          ) { _ in runs.add() }
          switch random.next() % 4 {
          case 0: try manager.destroyTask(named: name)
          case 1: try manager.pauseTask(named: name)
          case 2:
            try manager.pauseTask(named: name)
            clock.advance(by: .milliseconds(random.next() % 100))
            try manager.resumeTask(named: name)
          default: break
          }
        } catch let error as TaskError where error.code == .unknownTask {
          // It has run for the last time meanwhile, and is gone.
        } catch {
          problems.record("\(error)")
        }
      }
    }
    for _ in 0..<20 {
      clock.advance(by: .seconds(1))
      await manager.scheduler.settle()
    }
    while manager.state.withLock({ !$0.queue.isEmpty }) { await Task.yield() }
    #expect(problems.events.isEmpty)
    for task in manager.list { try? manager.destroyTask(named: task.name) }
    #expect(manager.list.isEmpty)
    #expect(manager.scheduler.timeToNextWake == nil)
    let total = manager.ledger.totals.values.reduce(0) { $0 + $1.ran }
    #expect(runs.count <= total && runs.count > 0)
  }

  @Test func `Tens of thousands of tasks can be added and removed`() throws {
    let manager = TaskManager.forTest()
    for number in 0..<10_000 {
      try manager.scheduleTask(name: "\(number)", timeInterval: 1e6) { _ in }
    }
    #expect(manager.scheduler.state.withLock { $0.scheduled.count } == 10_000)
    for number in 0..<10_000 { try manager.destroyTask(named: "\(number)") }
    #expect(manager.list.isEmpty)
    // Nor is the memory kept in which they were found.
    #expect(manager.scheduler.state.withLock { $0.scheduled.capacity } <= 1_600)
    #expect(manager.withLock { $0.catalog.capacity } <= 100)
  }

  @Test func `A scheduled task takes the documented memory`() {
    #expect(MemoryLayout<TaskDefinition>.size <= 130)
    #expect(MemoryLayout<TaskScheduler.ScheduledEntry>.size <= 120)
    #expect(MemoryLayout<TimingWheel<TaskEntry>.Entry>.stride <= 32)
    #expect(MemoryLayout<Mutex<TaskOutcome?>>.size <= 16)
    // What most tasks have in common is there once.
    let (one, other) = (TaskProperties(), TaskProperties([]))
    #expect(one.boxedSchedule.isSame(as: other.boxedSchedule))
  }
}
