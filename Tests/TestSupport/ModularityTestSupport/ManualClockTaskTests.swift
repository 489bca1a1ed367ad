import ModularityTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Tasks on a manual clock` {
  let clock = ManualClock()
  let log = EventRecorder<String>()

  /// Starts a task on the clock's executor that sleeps and then logs.
  @discardableResult
  private func sleeper(_ name: String, _ seconds: Int...) -> Task<Void, any Error> {
    Task(executorPreference: clock.executor) { [clock, log] in
      for second in seconds {
        try await clock.sleep(for: .seconds(second))
        log.record("\(name) at \(clock.now)")
      }
    }
  }

  @Test func `A task that was just created sleeps before the clock moves`() {
    sleeper("one", 1)
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(1))
    #expect(log.events == ["one at 1.0 seconds"])
  }

  @Test func `Tasks wake in order, and sleep again within one advance`() {
    sleeper("a", 2, 2)
    sleeper("b", 1, 1, 1, 1)
    sleeper("c", 3)
    clock.advance(by: .seconds(4))
    #expect(
      log.events == [
        "b at 1.0 seconds", "a at 2.0 seconds", "b at 2.0 seconds", "c at 3.0 seconds",
        "b at 3.0 seconds", "a at 4.0 seconds", "b at 4.0 seconds",
      ])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `All work that a task causes has run before the next sleeper wakes`() {
    let counter = Counter()
    for name in ["a", "b"] {
      Task(executorPreference: clock.executor) { [clock, log] in
        try await clock.sleep(for: .seconds(1))
        // An actor, child tasks and their children, and plain yields.
        log.record("\(name) \(await counter.next())")
        await withTaskGroup(of: Void.self) { group in
          for child in 1...2 {
            group.addTask {
              async let grandchild = counter.next()
              await Task.yield()
              log.record("\(name)\(child) \(await grandchild)")
            }
          }
        }
        await Task.yield()
        log.record("\(name) done")
      }
    }
    clock.advance(by: .seconds(1))
    #expect(
      log.events == ["a 1", "a1 2", "a2 3", "a done", "b 4", "b1 5", "b2 6", "b done"])
  }

  @Test func `A sleep until the past or now returns at once`() {
    clock.advance(by: .seconds(5))
    sleeper("past", -3)
    sleeper("now", 0)
    clock.advance(by: .zero)
    #expect(log.events == ["past at 5.0 seconds", "now at 5.0 seconds"])
  }

  @Test func `An advance by zero runs only ready work`() {
    sleeper("one", 1)
    clock.advance(by: .zero)
    #expect(clock.sleeperCount == 1)
    #expect(log.events.isEmpty)
    #expect(clock.now == .zero)
  }

  @Test func `A cancelled sleeper throws at once and leaves nothing behind`() async {
    let task = sleeper("never", 1)
    clock.advance(by: .zero)
    #expect(clock.sleeperCount == 1)
    task.cancel()
    #expect(clock.sleeperCount == 0)
    #expect(clock.nextDeadline == nil)
    clock.advance(by: .zero)
    await #expect(throws: CancellationError.self) { try await task.value }
    clock.advance(by: .seconds(2))
    #expect(log.events.isEmpty)
  }

  @Test(arguments: [-1, 0, 1]) func `A cancelled task does not sleep`(
    seconds: Int
  ) async {
    let task = sleeper("never", seconds)
    task.cancel()
    clock.advance(by: .zero)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A run finishes a task that was started before`() async throws {
    let task = Task(executorPreference: clock.executor) { [clock] in
      try await clock.sleep(for: .seconds(1))
      return await Task.detached { 42 }.value
    }
    clock.advance(by: .seconds(1))
    let answer = try await clock.run { try await task.value }
    #expect(answer == 42)
  }

  @Test func `A task can advance the clock while others wait for it`() async throws {
    sleeper("a", 1, 1)
    try await clock.run { [clock, log] in
      log.record("begin at \(clock.now)")
      clock.advance(by: .seconds(1))
      log.record("between at \(clock.now)")
      try await clock.sleep(until: clock.now)
      clock.advance(by: .seconds(1))
      log.record("end at \(clock.now)")
    }
    #expect(
      log.events == [
        "begin at 0.0 seconds", "a at 1.0 seconds", "between at 1.0 seconds",
        "a at 2.0 seconds", "end at 2.0 seconds",
      ])
  }

  @Test func `A woken task can advance the clock that woke it`() {
    Task(executorPreference: clock.executor) { [clock, log] in
      try await clock.sleep(for: .seconds(1))
      clock.advance(by: .seconds(2))
      log.record("advanced to \(clock.now)")
    }
    sleeper("b", 2)
    sleeper("c", 4)
    clock.advance(by: .seconds(4))
    #expect(
      log.events == ["b at 2.0 seconds", "advanced to 3.0 seconds", "c at 4.0 seconds"])
  }

  @Test func `Tasks and callbacks share one order`() {
    sleeper("task", 1)
    clock.advance(by: .zero)
    clock.schedule(after: .seconds(1)) { [log] in log.record("callback") }
    sleeper("late task", 1)
    clock.advance(by: .seconds(1))
    #expect(log.events == ["task at 1.0 seconds", "callback", "late task at 1.0 seconds"])
  }

  @Test func `A task can sleep on several clocks that share an executor`() {
    let other = ManualClock(
      now: ManualClock.Instant(offset: .seconds(100)), executor: clock.executor)
    Task(executorPreference: clock.executor) { [clock, log] in
      try await clock.sleep(for: .seconds(1))
      log.record("first")
      try await other.sleep(for: .seconds(1))
      log.record("second")
    }
    clock.advance(by: .seconds(5))
    #expect(log.events == ["first"])
    other.advance(by: .seconds(1))
    #expect(log.events == ["first", "second"])
    #expect(other.now.offset == .seconds(101))
  }

  @Test func `The clock can be used as any Clock`() {
    let anyClock: any Clock<Duration> = clock
    Task(executorPreference: clock.executor) { [log] in
      try await anyClock.sleep(for: .seconds(1))
      log.record("woken")
    }
    clock.advance(by: .seconds(1))
    #expect(log.events == ["woken"])
  }

  @Test func `Twenty thousand tasks wake in order`() {
    let woken = EventRecorder<Int>()
    let count = 20_000
    for number in 0..<count {
      Task(executorPreference: clock.executor) { [clock] in
        try await clock.sleep(for: .microseconds(count - number))
        woken.record(number)
      }
    }
    clock.advance(by: .seconds(1))
    #expect(woken.events == Array((0..<count).reversed()))
  }
}

private actor Counter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
