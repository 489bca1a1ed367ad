import Testing

@testable import ToolkitTrace

@Suite struct TraceValueTests {
  @Test
  func `An instant moves by durations and measures them`() {
    let instant = TraceInstant(nanoseconds: 1_000_000_007)
    #expect(instant.advanced(by: .seconds(2)).nanoseconds == 3_000_000_007)
    #expect(instant.advanced(by: .nanoseconds(-8)).nanoseconds == 999_999_999)
    #expect(
      instant.duration(to: TraceInstant(nanoseconds: 7)) == .nanoseconds(-1_000_000_000))
    #expect(instant.advanced(by: .zero) == instant)
    #expect(TraceInstant(nanoseconds: 1) < TraceInstant(nanoseconds: 2))
  }

  @Test
  func `The clock moves forward`() {
    let readings = (0..<1_000).map { _ in MonotonicTime.now() }
    #expect(readings == readings.sorted())
  }

  @Test
  func `The clock is the continuous clock`() async throws {
    // Both ends of the measurement lie between the ends of the other one.
    let clock = ContinuousClock()
    let outerStart = clock.now
    let start = MonotonicTime.now()
    let innerStart = clock.now
    // Some time passes, so that a clock of another pace, or in another unit, would show.
    try await Task.sleep(for: .milliseconds(5))
    let innerEnd = clock.now
    let end = MonotonicTime.now()
    let outerEnd = clock.now
    #expect(start.duration(to: end) >= innerStart.duration(to: innerEnd))
    #expect(start.duration(to: end) <= outerStart.duration(to: outerEnd))
  }

  @Test
  func `Custom kinds can be added`() {
    #expect(TraceKind.query == TraceKind(rawValue: "query"))
    #expect(TraceKind.query != .event)
    #expect("\(TraceKind.query)" == "query")
  }

  @Test
  func `The kinds of this package differ`() {
    let kinds: [TraceKind] = [.event, .route, .task, .relay, .wire, .lifecycle]
    #expect(Set(kinds).count == kinds.count)
  }

  @Test
  func `Identifiers are handed out in order`() {
    let first = TraceSpanID.next()
    let second = TraceSpanID.next()
    #expect(first < second)
    #expect(TraceSpanID(rawValue: 42).description == "#42")
  }

  @Test
  func `The process has its program's name`() {
    let process = TraceProcess.current
    #expect(process.id > 0)
    #expect(!process.name.isEmpty)
    #expect(!process.name.contains("/"))
  }
}

extension TraceKind {
  fileprivate static var query: TraceKind { "query" }
}
