import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// Timers on a clock that only moves when told to, with everything inside the
/// advance.
@Suite struct TimersTests {
  private let clock = ManualClock()
  private let log = EventRecorder<String>()

  private func makeTimers() -> ActionTimers {
    ActionTimers(clock: .clock(clock, executor: clock.executor))
  }

  /// An action that notes its name and the time.
  private func note(_ name: String) -> ActionTimers.Action {
    { [log, clock] in log.record("\(name) at \(clock.now)") }
  }

  @Test func `Every action runs at its fire time, in order`() {
    let timers = makeTimers()
    timers.schedule(at: .seconds(3), note("c"))
    timers.schedule(at: .seconds(1), note("a"))
    timers.schedule(at: .seconds(2), note("b"))
    timers.schedule(at: .seconds(2), note("b too"))
    clock.advance(by: .nanoseconds(999_999_999))
    #expect(log.events == [])
    clock.advance(by: .seconds(10))
    #expect(
      log.events == [
        "a at 1.0 seconds", "b at 2.0 seconds", "b too at 2.0 seconds", "c at 3.0 seconds",
      ])
    #expect(timers.count == 0)
    #expect(timers.nextWake == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A fire time between two nanoseconds is not early`() {
    let timers = makeTimers()
    let moment = Duration(attoseconds: 1_500_000_000)
    timers.schedule(at: moment, note("a"))
    clock.advance(to: .init(offset: moment))
    #expect(log.events == [])
    clock.advance(to: .init(offset: .nanoseconds(2)))
    #expect(log.events.count == 1)
  }

  @Test func `A passed fire time is due at once`() {
    clock.advance(by: .seconds(5))
    let timers = makeTimers()
    #expect(timers.now == .zero)
    timers.schedule(at: .seconds(-2), note("b"))
    timers.schedule(at: .seconds(-3), note("a"))
    clock.advance(by: .zero)
    #expect(log.events == ["a at 5.0 seconds", "b at 5.0 seconds"])
  }

  @Test func `Without pending timers, nothing is armed`() {
    let timers = makeTimers()
    #expect(timers.nextWake == nil)
    let first = timers.schedule(at: .seconds(1), note("a"))
    let second = timers.schedule(at: .seconds(2), note("b"))
    #expect(timers.nextWake == .seconds(1))
    #expect(timers.cancel(first))
    #expect(timers.cancel(second))
    #expect(timers.nextWake == nil)
    clock.advance(by: .zero)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `One sleeping task serves all timers`() {
    let timers = makeTimers()
    for second in (1...100).reversed() { timers.schedule(at: .seconds(second), note("\(second)")) }
    clock.advance(by: .zero)
    #expect(clock.sleeperCount == 1)
    #expect(clock.nextDeadline == .init(offset: .seconds(1)))
    clock.advance(by: .seconds(100))
    #expect(log.events == (1...100).map { "\($0) at \(Double($0)) seconds" })
  }

  @Test func `A cancelled timer does not run, and cancelling twice does nothing`() {
    let timers = makeTimers()
    let first = timers.schedule(at: .seconds(1), note("a"))
    timers.schedule(at: .seconds(1), note("b"))
    #expect(timers.cancel(first))
    #expect(!timers.cancel(first))
    clock.advance(by: .seconds(1))
    #expect(log.events == ["b at 1.0 seconds"])
    #expect(!timers.cancel(first))
  }

  @Test func `An action may cancel another with the same fire time`() {
    let timers = makeTimers()
    let second = Mutex<ActionTimers.Handle?>(nil)
    timers.schedule(at: .seconds(1)) { [log] in
      log.record("cancelled: \(second.withLock { $0 }.map { timers.cancel($0) } as Any)")
    }
    second.withLock { $0 = timers.schedule(at: .seconds(1), note("b")) }
    clock.advance(by: .seconds(1))
    #expect(log.events == ["cancelled: Optional(true)"])
  }

  @Test func `An action may schedule others, for later and for now`() {
    let timers = makeTimers()
    timers.schedule(at: .seconds(1)) { [self] in
      note("a")()
      timers.schedule(at: .seconds(2), note("later"))
      timers.schedule(at: .seconds(1), note("now"))
      timers.schedule(at: .zero, note("long ago"))
    }
    timers.schedule(at: .seconds(1), note("b"))
    clock.advance(by: .seconds(3))
    #expect(
      log.events == [
        "a at 1.0 seconds", "b at 1.0 seconds", "long ago at 1.0 seconds", "now at 1.0 seconds",
        "later at 2.0 seconds",
      ])
  }

  @Test func `A fixed rate does not drift`() {
    let timers = makeTimers()
    let rate = FixedRate(start: .zero, interval: .milliseconds(333))
    @Sendable func schedule(_ number: Int) {
      guard number <= 1_000 else { return }
      timers.schedule(at: rate.time(number)) { [log, clock] in
        log.record("\(clock.now)")
        schedule(number + 1)
      }
    }
    schedule(1)
    clock.advance(by: .seconds(400))
    #expect(log.events.count == 1_000)
    #expect(log.events.last == "333.0 seconds")
  }

  @Test func `Timers out of range stay pending`() {
    let timers = makeTimers()
    timers.schedule(at: Duration(attoseconds: .max), note("never"))
    timers.schedule(at: .seconds(200 * 365 * 86_400), note("in 200 years"))
    clock.advance(by: .seconds(250 * 365 * 86_400))
    #expect(log.events == ["in 200 years at 6307200000.0 seconds"])
    #expect(timers.count == 1)
  }

  @Test func `Released timers release their pending actions without running them`() {
    let witness = Witness()
    weak let alive = witness
    do {
      let timers = makeTimers()
      timers.schedule(at: .seconds(1)) { [witness] in Issue.record("\(witness) has run") }
      clock.advance(by: .zero)
      #expect(clock.sleeperCount == 1)
    }
    clock.advance(by: .seconds(2))
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(witness) {}
    #expect(alive != nil)
  }

  private final class Witness: Sendable {}
}
