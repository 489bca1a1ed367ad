import ModularityTestSupport
import Testing

@testable import BridgeTelemetry

@Suite struct SharedAnswerTests {
  @Test func `Concurrent callers get the answer of one task`() async throws {
    let begun = EventRecorder<Int>()
    let gate = AsyncStream<Void>.makeStream()
    let answer = SharedAnswer<Int> {
      begun.record(1)
      for await _ in gate.stream {}
      return begun.events.count
    }
    let first = Task { await answer.value }
    _ = try await begun.waitForEvents(count: 1)
    // Runs on the actor, up to where it waits: the answer is under way, as the gate is closed.
    let second = Task { await answer.value }
    while await answer.waiterCount < 2 { await Task.yield() }
    gate.continuation.finish()
    #expect(await first.value == 1)
    #expect(await second.value == 1)
    #expect(await answer.value == 2)
  }
}
