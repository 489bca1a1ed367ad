import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// How due actions get to whoever runs them.
@Suite struct TimerDeliveryTests {
  private let ticks = TickClock(interval: .seconds(1))
  private let log = EventRecorder<String>()

  @Test func `A tick delivers what is due before it returns`() {
    let timers = TaskTimers(clock: .ticks(ticks)) { $0.run() }
    for second in [2, 3, 3, 7] {
      timers.schedule(at: .seconds(second)) { [log, ticks] in
        log.record("\(second) at tick \(ticks.ticks)")
      }
    }
    for _ in 0..<3 { ticks.tick() }
    #expect(log.events == ["2 at tick 2", "3 at tick 3", "3 at tick 3"])
    #expect(timers.now == .seconds(3))
    for _ in 0..<4 { ticks.tick() }
    #expect(log.events.last == "7 at tick 7")
  }

  @Test func `A moment between two ticks comes with the second of them`() {
    let clock = TickClock(interval: .seconds(10))
    let timers = TaskTimers(clock: .ticks(clock)) { $0.run() }
    timers.schedule(at: .seconds(3)) { [log] in log.record("a") }
    timers.schedule(at: .seconds(11)) { [log] in log.record("b") }
    clock.tick()
    #expect(log.events == ["a"])
    clock.tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `What an action schedules for now comes with the same tick`() {
    let timers = TaskTimers(clock: .ticks(ticks)) { $0.run() }
    timers.schedule(at: .seconds(1)) { [log] in
      log.record("a")
      timers.schedule(at: .zero) { log.record("b") }
    }
    ticks.tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `An action may tick itself`() {
    let timers = TaskTimers(clock: .ticks(ticks)) { $0.run() }
    timers.schedule(at: .seconds(1)) { [log, ticks] in
      ticks.tick()
      log.record("a")
    }
    timers.schedule(at: .seconds(2)) { [log] in log.record("b") }
    ticks.tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `Several timers may go by one clock, until they go`() {
    let first = TaskTimers(clock: .ticks(ticks)) { $0.run() }
    var second: TaskTimers? = TaskTimers(clock: .ticks(ticks)) { $0.run() }
    first.schedule(at: .seconds(1)) { [log] in log.record("first") }
    second?.schedule(at: .seconds(1)) { [log] in log.record("second") }
    second = nil
    ticks.tick()
    #expect(log.events == ["first"])
  }

  @Test func `What becomes due while a batch is under way is added to it`() {
    let batches = Mutex<[DueActions]>([])
    let timers = TaskTimers(clock: .ticks(ticks)) { batch in batches.withLock { $0.append(batch) } }
    for second in 1...3 {
      timers.schedule(at: .seconds(second)) { [log] in log.record("\(second)") }
    }
    ticks.tick()
    ticks.tick()
    #expect(batches.withLock(\.count) == 1)
    let batch = batches.withLock { $0.removeFirst() }
    batch.next()?()
    ticks.tick()
    #expect(log.events == ["1"])
    batch.run()
    #expect(log.events == ["1", "2", "3"])

    // It is over, and another one begins.
    timers.schedule(at: .seconds(4)) { [log] in log.record("4") }
    ticks.tick()
    #expect(batch.next() == nil)
    #expect(batches.withLock(\.count) == 1)
    batches.withLock { $0[0] }.run()
    #expect(log.events == ["1", "2", "3", "4"])
  }

  @Test func `What has been handed over can still be cancelled until it begins`() {
    let batches = Mutex<[DueActions]>([])
    let timers = TaskTimers(clock: .ticks(ticks)) { batch in batches.withLock { $0.append(batch) } }
    let handle = timers.schedule(at: .seconds(1)) { [log] in log.record("a") }
    timers.schedule(at: .seconds(1)) { [log] in log.record("b") }
    ticks.tick()
    #expect(timers.cancel(handle))
    batches.withLock { $0[0] }.run()
    #expect(log.events == ["b"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `Once they have settled, everything due has been delivered, in order`() async {
    let clock = ManualClock()
    // They sleep on the concurrent pool, and their actions run in tasks of their
    // own.
    let timers = TaskTimers(clock: .clock(clock)) { batch in Task { batch.run() } }
    for round in 0..<50 {
      for second in (1...20).reversed() {
        timers.schedule(at: .seconds(round * 20 + second)) { [log] in
          log.record("\(round * 20 + second)")
        }
      }
      clock.advance(by: .seconds(20))
      await timers.settle()
      #expect(log.events.count == (round + 1) * 20)
      #expect(timers.count == 0)
    }
    #expect(log.events == (1...1_000).map { "\($0)" })
  }
}
