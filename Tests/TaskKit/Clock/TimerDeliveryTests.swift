import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// How due actions fire.
@Suite struct TimerDeliveryTests {
  private let clock = ScheduleClock.ticks(of: .seconds(1))
  private let timers: ActionTimers
  private let log = EventRecorder<String>()

  init() {
    timers = ActionTimers(clock: clock)
  }

  /// Lets a second pass, as the scheduler does.
  private func tick() {
    clock.tick?()
    timers.fireDue()
  }

  @Test func `A tick delivers due timers before it returns`() {
    for second in [2, 3, 3, 7] {
      timers.schedule(at: .seconds(second)) { [log, timers] in
        log.record("\(second) at \(timers.now)")
      }
    }
    for _ in 0..<3 { tick() }
    #expect(log.events == ["2 at 2.0 seconds", "3 at 3.0 seconds", "3 at 3.0 seconds"])
    #expect(timers.now == .seconds(3))
    for _ in 0..<4 { tick() }
    #expect(log.events.last == "7 at 7.0 seconds")
  }

  @Test func `A fire time between two ticks is delivered with the second`() {
    timers.schedule(at: .milliseconds(300)) { [log] in log.record("a") }
    timers.schedule(at: .milliseconds(1_100)) { [log] in log.record("b") }
    tick()
    #expect(log.events == ["a"])
    tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `An action scheduled for now by another runs with the same tick`() {
    timers.schedule(at: .seconds(1)) { [log, timers] in
      log.record("a")
      timers.schedule(at: .zero) { log.record("b") }
    }
    tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `An action may tick itself`() {
    timers.schedule(at: .seconds(1)) { [self] in
      tick()
      log.record("a")
    }
    timers.schedule(at: .seconds(2)) { [log] in log.record("b") }
    tick()
    #expect(log.events == ["a", "b"])
  }

  @Test func `Timers that become due during a batch are added to it`() {
    let batches = Counter()
    let timers = ActionTimers(clock: clock) {
      $0.run()
    } afterBatch: {
      batches.add()
    }
    func tick() {
      clock.tick?()
      timers.fireDue()
    }
    for second in 2...3 {
      timers.schedule(at: .seconds(second)) { [log] in log.record("\(second)") }
    }
    timers.schedule(at: .seconds(1)) { [log, clock] in
      for _ in 0..<2 {
        clock.tick?()
        timers.fireDue()
      }
      log.record("1")
    }
    tick()
    #expect(log.events == ["1", "2", "3"])
    #expect(batches.count == 1)

    // It is over, and another one starts.
    timers.schedule(at: .seconds(4)) { [log] in log.record("4") }
    tick()
    #expect(log.events == ["1", "2", "3", "4"])
    #expect(batches.count == 2)
  }

  @Test func `A due timer can be cancelled until it starts`() {
    let second = Mutex<ActionTimers.Handle?>(nil)
    timers.schedule(at: .seconds(1)) { [log, timers] in
      log.record("a")
      #expect(second.withLock { $0 }.map { timers.cancel($0) } == true)
    }
    second.withLock { handle in
      handle = timers.schedule(at: .seconds(1)) { [log] in log.record("b") }
    }
    timers.schedule(at: .seconds(1)) { [log] in log.record("c") }
    tick()
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
