import ModularityTestSupport
import Synchronization
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

/// Periodic collection by a clock that stands still.
@Suite struct MetricReaderTests {
  /// An exporter that keeps the values of the only metric, and gives results in turn.
  private final class ValueExporter: RequestExporter {
    let values = EventRecorder<String>()
    private let closed = Atomic(false)
    private let results: Mutex<[Result<ExportReceipt, TelemetryError>]>

    init(_ results: [Result<ExportReceipt, TelemetryError>]) {
      self.results = Mutex(results)
    }

    func export(_ request: [UInt8]) async throws(TelemetryError) -> ExportReceipt {
      let text = String(decoding: request, as: UTF8.self)
      let result = results.withLock { $0.isEmpty ? .success(ExportReceipt()) : $0.removeFirst() }
      values.record(text.matches(of: #/"asDouble":([0-9.]+)/#).map { $0.1 }.joined(separator: " "))
      return try result.get()
    }

    var isClosed: Bool { closed.load(ordering: .relaxed) }

    func close() { closed.store(true, ordering: .relaxed) }
  }

  /// A reader of a counter that counts its collections, and its task.
  private struct Reading {
    let clock = ManualClock()
    let exporter: ValueExporter
    let reader: MetricReader
    let task: Task<Void, Never>
    let reports = EventRecorder<TelemetryError>()

    init(
      _ results: Result<ExportReceipt, TelemetryError>..., points: Int = 1,
      slowness: Duration? = nil
    ) {
      exporter = ValueExporter(results)
      let collections = CallCounter()
      reader = MetricReader(
        { [clock] in
          let number = collections.next()
          if let slowness, number == 1 { try? await clock.sleep(for: slowness) }
          return [
            Metric(
              "a", "", kind: .counter,
              points: Array(repeating: Metric.Point(value: .number(Double(number))), count: points))
          ]
        }, of: TelemetryResource(),
        to: CountingExporter(
          .metrics, to: exporter,
          problems: ProblemLog(timekeeper: ErasedClock(clock)) { [reports] in reports.record($0) }),
        interval: .seconds(60), timekeeper: ErasedClock(clock), now: { 7 })
      task = Task.detached { [reader] in await reader.run() }
    }

    func advance(by duration: Duration) async throws {
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: duration)
    }

    func end() async {
      reader.close()
      await task.value
    }
  }

  /// A count of calls.
  private final class CallCounter: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  @Test func `Metrics are exported once in each interval`() async throws {
    let reading = Reading()
    try await reading.advance(by: .seconds(59))
    #expect(reading.exporter.values.events.isEmpty)
    try await reading.advance(by: .seconds(1))
    try await reading.exporter.values.waitForEvents(count: 1)
    try await reading.advance(by: .seconds(60))
    #expect(try await reading.exporter.values.waitForEvents(count: 2) == ["1.0", "2.0"])
    await reading.end()
  }

  @Test func `They are exported once more at the end`() async throws {
    let reading = Reading(points: 2)
    try await reading.clock.sleepers(atLeast: 1)
    await reading.end()
    #expect(reading.exporter.values.events == ["1.0 1.0"])
    #expect(reading.exporter.isClosed)
    #expect(reading.clock.sleeperCount == 0)
    #expect(reading.reader.statistics.exported == 2)
  }

  @Test func `A flush exports the current values, beside the interval`() async throws {
    let reading = Reading()
    await reading.reader.flush()
    #expect(reading.exporter.values.events == ["1.0"])
    try await reading.advance(by: .seconds(60))
    #expect(try await reading.exporter.values.waitForEvents(count: 2) == ["1.0", "2.0"])
    await reading.end()
  }

  @Test func `A collection that takes longer than an interval is followed at once, not twice`()
    async throws
  {
    let reading = Reading(slowness: .seconds(150))
    try await reading.advance(by: .seconds(60))
    // The collection sleeps until the time 210.
    try await reading.advance(by: .seconds(150))
    #expect(try await reading.exporter.values.waitForEvents(count: 2) == ["1.0", "2.0"])
    try await reading.clock.sleepers(atLeast: 1)
    #expect(reading.exporter.values.events.count == 2)
    try await reading.advance(by: .seconds(60))
    try await reading.exporter.values.waitForEvents(count: 3)
    await reading.end()
  }

  @Test func `Points that failed or were rejected are counted, and a problem is reported once`()
    async throws
  {
    let problem = TelemetryError(.connection, "down")
    let partial = ExportReceipt(rejected: 2, problem: TelemetryError(.rejected, "too old"))
    let reading = Reading(.failure(problem), .failure(problem), .success(partial), points: 3)
    for _ in 0..<3 { await reading.reader.flush() }
    #expect(reading.reader.statistics.failed == 6)
    #expect(reading.reader.statistics.rejected == 2)
    #expect(reading.reader.statistics.exported == 1)
    #expect(reading.reports.events.map(\.code) == [.connection, .rejected])
    await reading.end()
  }
}
