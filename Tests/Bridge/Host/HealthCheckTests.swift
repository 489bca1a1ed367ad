import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import Bridge

/// One check: its deadline, and callers at the same time.
@Suite struct HealthCheckTests {
  private let clock = ManualClock()
  private let runs = EventRecorder<String>()

  /// A check that returns when the test records "go on" as often as it has begun.
  private func check() -> HealthCheck {
    HealthCheck("cache", of: .readiness, deadline: .seconds(2)) { [runs] in
      runs.record("begins")
      await standStill(until: runs, records: "go on")
    }
  }

  @Test func `Callers at the same time share one run`() async throws {
    let check = check()
    let hostClock = ErasedClock(clock)
    let results = try await withThrowingTaskGroup { group in
      for _ in 1...5 { group.addTask { await check.result(on: hostClock) } }
      try await runs.waitForEvents(count: 1)
      runs.record("go on")
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: AppHealth.Check("cache"), count: 5))
    // A caller that came after the end of the run began another one, which was over at once.
    #expect(runs.events.first == "begins")
    #expect(runs.events.drop { $0 == "begins" }.first == "go on")
    #expect(runs.events.prefix { $0 == "begins" }.count == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A run that misses its deadline is not repeated before it has returned`()
    async throws
  {
    let check = check()
    let hostClock = ErasedClock(clock)
    async let first = check.result(on: hostClock)
    try await runs.waitForEvents(count: 1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(2))
    #expect(await first.failure == "no answer within 2.0 seconds")
    clock.advance(by: .seconds(5))
    #expect(await check.result(on: hostClock).failure == "no answer for 7.0 seconds")
    #expect(runs.events == ["begins"])
    runs.record("go on")
    var last = await check.result(on: hostClock)
    while last.failure != nil {
      // The answer comes without a suspension, so the loop would keep its thread from the run.
      await Task.yield()
      last = await check.result(on: hostClock)
    }
    #expect(runs.events == ["begins", "go on", "begins"])
  }

  @Test func `A check that misses its deadline is cancelled`() async throws {
    let check = HealthCheck("cache", of: .readiness, deadline: .seconds(2)) { [runs] in
      runs.record("begins")
      do { try await Task.sleep(for: .seconds(86_400)) } catch { runs.record("cancelled") }
    }
    let hostClock = ErasedClock(clock)
    async let result = check.result(on: hostClock)
    try await runs.waitForEvents(count: 1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(2))
    #expect(await result.failure == "no answer within 2.0 seconds")
    #expect(try await runs.waitForEvents(count: 2) == ["begins", "cancelled"])
  }

  @Test func `A caller that is cancelled does not fail the check for others`() async throws {
    let check = check()
    let hostClock = ErasedClock(clock)
    let caller = Task { await check.result(on: hostClock) }
    try await runs.waitForEvents(count: 1)
    caller.cancel()
    async let other = check.result(on: hostClock)
    runs.record("go on")
    #expect(await other.failure == nil)
    #expect(await caller.value.failure == nil)
  }
}
