import ModularityTestSupport
import Testing

@testable import TaskKit

/// Timers in real time; only that none is early can be told of them.
@Suite struct SystemTimerTests {
  @Test(.timeLimit(.minutes(10)))
  func `Timers fire in order, none early`() async throws {
    let log = EventRecorder<Int>()
    let timers = ActionTimers(clock: .system())
    let start = ContinuousClock.now
    let deadlines = (0..<500).map { Duration.microseconds(($0 * 7_919) % 500 * 200) }
    let now = timers.now
    for (index, deadline) in deadlines.enumerated() {
      timers.schedule(at: now + deadline) {
        #expect(ContinuousClock.now - start >= deadline)
        log.record(index)
      }
    }
    let order = try await log.waitForEvents(count: deadlines.count)
    #expect(order.sorted() == Array(0..<500))
    #expect(timers.count == 0)
    #expect(timers.nextWake == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `An earlier timer fires while a later one is pending`() async throws {
    let log = EventRecorder<String>()
    let timers = ActionTimers(clock: .system())
    timers.schedule(at: timers.now + .seconds(3_600)) { log.record("later") }
    timers.schedule(at: timers.now + .milliseconds(1)) { log.record("soon") }
    #expect(try await log.waitForEvents(count: 1) == ["soon"])
    #expect(timers.count == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A passed timer fires at once`() async throws {
    let log = EventRecorder<String>()
    let timers = ActionTimers(clock: .system())
    timers.schedule(at: Duration(attoseconds: .min)) { log.record("long ago") }
    #expect(try await log.waitForEvents(count: 1) == ["long ago"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `Without a kernel timer, the continuous clock is used`() async throws {
    let log = EventRecorder<String>()
    let timers = ActionTimers(clock: .clock(ContinuousClock()))
    let start = ContinuousClock.now
    timers.schedule(at: timers.now + .milliseconds(2)) {
      #expect(ContinuousClock.now - start >= .milliseconds(2))
      log.record("soon")
    }
    _ = try await log.waitForEvents(count: 1)
  }
}
