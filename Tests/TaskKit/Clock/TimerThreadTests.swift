import Dispatch
import Foundation
import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// Timers that many threads use at once.
@Suite struct TimerThreadTests {
  /// What came of each timer.
  private final class Tally: Sendable {
    let runs: [Atomic]

    init(count: Int) {
      runs = (0..<count).map { _ in Atomic() }
    }

    /// A number that threads add to; an array holds only what can be copied.
    final class Atomic: Sendable {
      let value = Synchronization.Atomic(0)
    }
  }

  private static let threads = 8
  private static let timersPerThread = 2_000

  @Test(.timeLimit(.minutes(10)))
  func `From eight threads, every timer runs once or is cancelled`() async {
    let clock = ManualClock()
    let timers = ActionTimers(clock: .clock(clock))
    let tally = Tally(count: Self.threads * Self.timersPerThread)
    let cancelled = Tally(count: Self.threads * Self.timersPerThread)
    let isOver = Atomic(false)

    let mover = Task.detached {
      while !isOver.load(ordering: .acquiring) {
        clock.advance(by: .microseconds(50))
        await Task.yield()
      }
    }
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      var generator = SeededGenerator(seed: UInt64(thread))
      var handles: [(id: Int, handle: ActionTimers.Handle)] = []
      for index in 0..<Self.timersPerThread {
        let id = thread * Self.timersPerThread + index
        let delay = Duration.microseconds(Int.random(in: -100...2_000, using: &generator))
        let handle = timers.schedule(at: timers.now + delay) {
          tally.runs[id].value.add(1, ordering: .relaxed)
        }
        handles.append((id, handle))
        if Bool.random(using: &generator) {
          let picked = handles.remove(at: Int.random(in: 0..<handles.count, using: &generator))
          if timers.cancel(picked.handle) {
            cancelled.runs[picked.id].value.add(1, ordering: .relaxed)
          }
        }
      }
    }
    isOver.store(true, ordering: .releasing)
    await mover.value
    clock.advance(by: .seconds(1))
    await timers.settle()

    #expect(timers.count == 0)
    for id in 0..<Self.threads * Self.timersPerThread {
      let runs = tally.runs[id].value.load(ordering: .relaxed)
      let cancellations = cancelled.runs[id].value.load(ordering: .relaxed)
      #expect(runs + cancellations == 1, "timer \(id): \(runs) runs, \(cancellations) cancelled")
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `Decreasing deadlines from many threads are all met`() async {
    for _ in 0..<50 {
      let clock = ManualClock()
      let timers = ActionTimers(clock: .clock(clock))
      let runs = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
        for step in (1...20).reversed() {
          timers.schedule(at: .microseconds(step * Self.threads + thread)) {
            runs.add(1, ordering: .relaxed)
          }
        }
      }
      #expect(timers.nextWake == .microseconds(Self.threads))
      clock.advance(by: .seconds(1))
      await timers.settle()
      #expect(runs.load(ordering: .relaxed) == Self.threads * 20)
    }
  }

  @Test func `Armed timers may be released on any thread, with their pending actions`() {
    final class Captured: Sendable {
      let count: Counter
      init(_ count: Counter) { self.count = count }
      deinit { count.add(-1) }
    }
    let (alive, runs) = (Counter(), Counter())
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      alive.add()
      let captured = Captured(alive)
      let timers = ActionTimers(clock: .system())
      // Half of them ring just when they go.
      timers.schedule(at: index % 2 == 0 ? .seconds(3_600) : timers.now) {
        withExtendedLifetime(captured) {}
        runs.add()
      }
    }
    // One that rings may still be on its queue, and lets go when it is done.
    let deadline = ContinuousClock.now + .seconds(60)
    while alive.count > 0, ContinuousClock.now < deadline { sched_yield() }
    #expect(alive.count == 0)
    #expect(runs.count <= 100)
  }
}
