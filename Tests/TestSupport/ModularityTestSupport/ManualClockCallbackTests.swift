import Dispatch
import ModularityTestSupport
import Synchronization
import Testing

@Suite struct `Callbacks on a manual clock` {
  let clock = ManualClock()
  let log = EventRecorder<String>()

  /// Schedules an entry in the log that tells the time at which it was made.
  @discardableResult
  private func note(_ name: String, after seconds: Int) -> ManualClock.Timer {
    clock.schedule(after: .seconds(seconds)) { [clock, log] in
      log.record("\(name) at \(clock.now)")
    }
  }

  @Test func `Nothing runs until the clock is moved`() {
    note("one", after: 1)
    #expect(log.events.isEmpty)
    #expect(clock.now == .zero)
  }

  @Test func `An advance runs what is due, at its deadline and in order`() {
    note("three", after: 3)
    note("one", after: 1)
    note("four", after: 4)
    note("two", after: 2)
    clock.advance(by: .seconds(3))
    #expect(
      log.events == ["one at 1.0 seconds", "two at 2.0 seconds", "three at 3.0 seconds"])
    #expect(clock.now == ManualClock.Instant(offset: .seconds(3)))
    #expect(clock.sleeperCount == 1)
    #expect(clock.nextDeadline == ManualClock.Instant(offset: .seconds(4)))
  }

  @Test func `At one deadline the first to arrive is the first to run`() {
    for name in ["a", "b", "c", "d"] { note(name, after: 1) }
    clock.advance(by: .seconds(1))
    #expect(log.events.map(\.first) == ["a", "b", "c", "d"])
  }

  @Test func `A callback scheduled within the window runs in the same advance`() {
    clock.schedule(after: .seconds(1)) { [self] in
      note("child", after: 1)
      note("late", after: 10)
    }
    note("other", after: 3)
    clock.advance(by: .seconds(3))
    #expect(log.events == ["child at 2.0 seconds", "other at 3.0 seconds"])
    #expect(clock.sleeperCount == 1)
  }

  @Test func `A callback for now or the past waits for the next advance`() {
    clock.advance(by: .seconds(5))
    note("now", after: 0)
    note("past", after: -2)
    #expect(log.events.isEmpty)
    clock.advance(by: .zero)
    #expect(log.events == ["past at 5.0 seconds", "now at 5.0 seconds"])
  }

  @Test func `A cancelled callback does not run`() {
    let timer = note("never", after: 1)
    #expect(timer.cancel())
    #expect(!timer.cancel())
    #expect(clock.sleeperCount == 0)
    #expect(clock.nextDeadline == nil)
    clock.advance(by: .seconds(2))
    #expect(log.events.isEmpty)
  }

  @Test func `A callback can cancel another with the same deadline`() {
    let box = TimerBox()
    clock.schedule(after: .seconds(1)) { [log] in
      log.record("cancelled: \(box.timer?.cancel() == true)")
    }
    box.timer = note("victim", after: 1)
    clock.advance(by: .seconds(1))
    #expect(log.events == ["cancelled: true"])
  }

  @Test func `A running callback cannot be cancelled`() {
    let box = TimerBox()
    box.timer = clock.schedule(after: .seconds(1)) { [log] in
      log.record("cancelled: \(box.timer?.cancel() == true)")
    }
    clock.advance(by: .seconds(1))
    #expect(log.events == ["cancelled: false"])
  }

  @Test func `A callback is released when it has run and when it is cancelled`() {
    let survivors = LeakCheck.survivors { check in
      let clock = ManualClock()
      let ran = check.track(TimerBox())
      let cancelled = check.track(TimerBox())
      clock.schedule(after: .seconds(1)) { ran.timer?.cancel() }
      clock.schedule(after: .seconds(1)) { cancelled.timer?.cancel() }.cancel()
      clock.advance(by: .seconds(1))
    }
    #expect(survivors.isEmpty)
  }

  @Test func `An advance inside a callback finishes before it returns`() {
    clock.schedule(after: .seconds(1)) { [self] in
      log.record("begin at \(clock.now)")
      clock.advance(by: .seconds(2))
      log.record("end at \(clock.now)")
    }
    note("inner", after: 2)
    note("edge", after: 3)
    note("outer", after: 4)
    clock.advance(by: .seconds(5))
    #expect(
      log.events == [
        "begin at 1.0 seconds", "inner at 2.0 seconds", "edge at 3.0 seconds",
        "end at 3.0 seconds", "outer at 4.0 seconds",
      ])
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `An advance inside a callback may go past the one it is part of`() {
    clock.schedule(after: .seconds(1)) { [self] in clock.advance(by: .seconds(9)) }
    note("beyond", after: 7)
    clock.advance(by: .seconds(2))
    #expect(log.events == ["beyond at 7.0 seconds"])
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func `The clock cannot be advanced by a negative duration`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      ManualClock().advance(by: .seconds(-1))
    }
    #expect(
      result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?
        .contains("cannot go back") == true)
  }

  @Test func `The clock cannot be advanced to the past`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let clock = ManualClock(now: ManualClock.Instant(offset: .seconds(3)))
      clock.advance(to: .zero)
    }
    #expect(
      result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?
        .contains("stands at 3.0 seconds and was to be advanced to 0.0 seconds") == true)
  }

  @Test func `Threads that advance at once take turns and lose nothing`() {
    let moments = EventRecorder<ManualClock.Instant>()
    let threads = 8
    let steps = 100
    for millisecond in 1...(threads * steps) {
      clock.schedule(after: .milliseconds(millisecond)) { [clock] in moments.record(clock.now) }
    }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 1...steps { clock.advance(by: .milliseconds(1)) }
    }
    #expect(
      moments.events
        == (1...(threads * steps)).map { ManualClock.Instant(offset: .milliseconds($0)) })
    #expect(clock.now.offset == .milliseconds(threads * steps))
  }

  @Test func `Threads may schedule and cancel while another advances`() {
    let ran = Atomic<Int>(0)
    let cancelled = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 1...500 {
        switch thread {
        case 0:
          clock.advance(by: .milliseconds(1))
        default:
          let timer = clock.schedule(after: .milliseconds(step % 5)) {
            ran.add(1, ordering: .relaxed)
          }
          if step.isMultiple(of: 3), timer.cancel() { cancelled.add(1, ordering: .relaxed) }
        }
      }
    }
    clock.advance(by: .seconds(1))
    #expect(ran.load(ordering: .relaxed) + cancelled.load(ordering: .relaxed) == 3 * 500)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A hundred thousand callbacks run in order`() {
    let last = Mutex((count: 0, moment: ManualClock.Instant.zero, isSorted: true))
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<100_000 {
      let delay = Duration.microseconds(Int64.random(in: 1...1_000_000, using: &generator))
      clock.schedule(after: delay) { [clock] in
        let now = clock.now
        last.withLock { last in
          last.isSorted = last.isSorted && last.moment <= now
          last.moment = now
          last.count += 1
        }
      }
    }
    clock.advance(by: .seconds(1))
    #expect(last.withLock { $0.count } == 100_000)
    #expect(last.withLock { $0.isSorted })
  }
}

/// A place for a timer that its own callback can look into.
private final class TimerBox: Sendable {
  private let state = Mutex<ManualClock.Timer?>(nil)

  var timer: ManualClock.Timer? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
