import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// How due actions fire.
@Suite struct TimerDeliveryTests {
  private let ticks = TickClock(interval: .seconds(1))
  private let log = EventRecorder<String>()

  @Test func `A tick delivers due timers before it returns`() {
    let timers = ActionTimers(clock: .ticks(ticks))
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

  @Test func `A due time between two ticks is delivered with the second`() {
    let clock = TickClock(interval: .seconds(10))
    let timers = ActionTimers(clock: .ticks(clock))
    timers.schedule(at: .seconds(3)) { [log] in log.record("a") }
    timers.schedule(at: .seconds(11)) { [log] in log.record("b") }
    clock.tick()
    #expect(log.events == ["a"])
    clock.tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `An action scheduled for now by another runs with the same tick`() {
    let timers = ActionTimers(clock: .ticks(ticks))
    timers.schedule(at: .seconds(1)) { [log] in
      log.record("a")
      timers.schedule(at: .zero) { log.record("b") }
    }
    ticks.tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `An action may tick itself`() {
    let timers = ActionTimers(clock: .ticks(ticks))
    timers.schedule(at: .seconds(1)) { [log, ticks] in
      ticks.tick()
      log.record("a")
    }
    timers.schedule(at: .seconds(2)) { [log] in log.record("b") }
    ticks.tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `Several timers may share one clock, until they are released`() {
    let first = ActionTimers(clock: .ticks(ticks))
    var second: ActionTimers? = ActionTimers(clock: .ticks(ticks))
    first.schedule(at: .seconds(1)) { [log] in log.record("first") }
    second?.schedule(at: .seconds(1)) { [log] in log.record("second") }
    second = nil
    ticks.tick()
    #expect(log.events == ["first"])
  }

  @Test func `Timers that become due during a batch are added to it`() {
    let batches = Counter()
    let timers = ActionTimers(clock: .ticks(ticks)) {
      $0.run()
    } afterBatch: {
      batches.add()
    }
    for second in 2...3 {
      timers.schedule(at: .seconds(second)) { [log] in log.record("\(second)") }
    }
    timers.schedule(at: .seconds(1)) { [log, ticks] in
      ticks.tick()
      ticks.tick()
      log.record("1")
    }
    ticks.tick()
    #expect(log.events == ["1", "2", "3"])
    #expect(batches.count == 1)

    // It is over, and another one begins.
    timers.schedule(at: .seconds(4)) { [log] in log.record("4") }
    ticks.tick()
    #expect(log.events == ["1", "2", "3", "4"])
    #expect(batches.count == 2)
  }

  @Test func `A due timer can be cancelled until it begins`() {
    let timers = ActionTimers(clock: .ticks(ticks))
    let second = Mutex<ActionTimers.Handle?>(nil)
    timers.schedule(at: .seconds(1)) { [log] in
      log.record("a")
      #expect(second.withLock { $0 }.map { timers.cancel($0) } == true)
    }
    second.withLock { handle in
      handle = timers.schedule(at: .seconds(1)) { [log] in log.record("b") }
    }
    timers.schedule(at: .seconds(1)) { [log] in log.record("c") }
    ticks.tick()
    #expect(log.events == ["a", "c"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `After settling, all due timers have been delivered, in order`() async {
    let clock = ManualClock()
    // They sleep and fire on the concurrent pool.
    let timers = ActionTimers(clock: .clock(clock))
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
