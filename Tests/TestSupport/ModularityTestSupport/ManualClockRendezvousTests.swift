import ModularityTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Code that runs elsewhere meets a manual clock` {
  let clock = ManualClock()
  let log = EventRecorder<String>()

  @Test func `A task in the pool is awaited at its sleep`() async throws {
    let task = Task.detached { [clock, log] in
      for _ in 1...3 {
        try await clock.sleep(for: .seconds(1))
        log.record("\(clock.now)")
      }
    }
    for count in 1...3 {
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      try await log.waitForEvents(count: count)
    }
    try await task.value
    #expect(log.events == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
  }

  @MainActor
  @Test func `A model on the main actor is awaited at its next sleep`() async throws {
    let model = Ticker(clock: clock)
    model.start()
    try await clock.sleepers(atLeast: 1)
    for expected in 1...5 {
      clock.advance(by: .seconds(1))
      try await clock.sleepers(atLeast: 1)
      #expect(model.ticks == expected)
    }
    model.stop()
    #expect(clock.sleeperCount == 0)
  }

  @Test func `Sleeping tasks and callbacks are counted together`() async throws {
    let tasks = (1...10).map { number in
      Task.detached { [clock] in try await clock.sleep(for: .seconds(number)) }
    }
    clock.schedule(after: .seconds(20)) {}
    try await clock.sleepers(atLeast: 11)
    #expect(clock.sleeperCount == 11)
    #expect(clock.nextDeadline?.offset == .seconds(1))
    clock.advance(by: .seconds(20))
    for task in tasks { try await task.value }
  }

  @Test func `Waiting for existing sleepers does not suspend`() async throws {
    clock.schedule(after: .seconds(1)) {}
    let task = Task(executorPreference: clock.executor) { [clock, log] in
      try await clock.sleepers(atLeast: 0)
      try await clock.sleepers(atLeast: 1)
      log.record("has waited")
    }
    // Is next in line, and gets its turn when the first one suspends or ends.
    Task(executorPreference: clock.executor) { [log] in log.record("next") }
    clock.advance(by: .zero)
    #expect(log.events == ["has waited", "next"])
    try await task.value
  }

  @Test func `Waiting for sleepers ends when the task is cancelled`() async {
    let task = Task.detached { [clock, log] in
      log.record("waiting")
      try await clock.sleepers(atLeast: 1)
    }
    await #expect(throws: Never.self) { try await log.waitForEvents(count: 1) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `Cancelling sleepers from everywhere leaves none behind`() async throws {
    for _ in 1...20 {
      let tasks = (1...50).map { number in
        Task.detached { [clock] in try await clock.sleep(for: .seconds(number)) }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for task in tasks { task.cancel() } }
        group.addTask { [clock] in clock.advance(by: .seconds(10)) }
      }
      for task in tasks { _ = await task.result }
      #expect(clock.sleeperCount == 0)
    }
  }
}

@MainActor
private final class Ticker {
  private(set) var ticks = 0
  private let clock: any Clock<Duration>
  private var task: Task<Void, any Error>?

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  func start() {
    task = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        ticks += 1
      }
    }
  }

  func stop() {
    task?.cancel()
  }
}
