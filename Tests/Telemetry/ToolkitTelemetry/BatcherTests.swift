import ModularityTestSupport
import Synchronization
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

@Suite struct BatcherTests {
  /// A queue, its exporting task and a clock that stands still.
  private struct Export {
    let clock = ManualClock()
    let queue: BatchQueue<TraceSpan>
    let batcher: Batcher<TraceRequest>
    let task: Task<Void, Never>
    let reports = EventRecorder<TelemetryError>()

    init(to exporter: RecordingExporter, queueSize: Int = 100, batchSize: Int = 4) {
      var batching = TelemetryBatching()
      batching.queueSize = queueSize
      batching.batchSize = batchSize
      queue = BatchQueue(batching)
      batcher = Batcher(
        queue, as: TraceRequest(resource: TelemetryResource()),
        to: CountingExporter(
          .traces, to: exporter,
          problems: ProblemLog(timekeeper: ErasedClock(clock)) { [reports] in reports.record($0) }),
        delay: batching.delay, timekeeper: ErasedClock(clock))
      task = Task.detached { [batcher] in await batcher.run() }
    }

    func receive(_ ids: ClosedRange<Int>) {
      for id in ids { queue.receive(.numbered(id)) }
    }

    /// Exports what is left.
    func end() async {
      queue.close()
      await task.value
    }
  }

  @Test func `A full batch is exported at once`() async throws {
    let exporter = RecordingExporter()
    let export = Export(to: exporter)
    export.receive(1...4)
    #expect(try await exporter.batches.waitForEvents(count: 1) == [[1, 2, 3, 4]])
    await export.end()
  }

  @Test func `Fewer spans are exported when the first has waited for the delay`() async throws {
    let exporter = RecordingExporter()
    let export = Export(to: exporter)
    export.receive(1...1)
    try await export.clock.sleepers(atLeast: 1)
    export.clock.advance(by: .milliseconds(4_999))
    export.receive(2...2)
    #expect(export.clock.sleeperCount == 1)
    #expect(exporter.batches.events.isEmpty)
    export.clock.advance(by: .milliseconds(1))
    #expect(try await exporter.batches.waitForEvents(count: 1) == [[1, 2]])
    await export.end()
  }

  @Test func `Without spans no timer runs`() async throws {
    let exporter = RecordingExporter()
    let export = Export(to: exporter)
    export.receive(1...4)
    await export.queue.flush()
    await export.end()
    #expect(export.clock.sleeperCount == 0)
  }

  @Test func `A flush exports all that has ended, without waiting`() async throws {
    let exporter = RecordingExporter()
    let export = Export(to: exporter)
    export.receive(1...6)
    await export.queue.flush()
    #expect(exporter.batches.events.flatMap(\.self) == Array(1...6))
    #expect(export.batcher.statistics.exported == 6)
    #expect(export.batcher.statistics.pending == 0)
    await export.queue.flush()
    await export.end()
  }

  @Test func `A full queue drops spans, counts them and reports it`() async throws {
    let exporter = RecordingExporter(isHeld: true)
    let export = Export(to: exporter, queueSize: 8)
    export.receive(1...4)
    try await exporter.batches.waitForEvents(count: 1)
    export.receive(5...15)
    #expect(export.batcher.statistics.dropped == 3)
    #expect(export.batcher.statistics.pending == 12)
    export.task.cancel()
    await export.end()
    #expect(export.batcher.statistics.failed == 12)
    #expect(export.batcher.statistics.pending == 0)
    #expect(export.reports.events.map(\.code).contains(.dropped))
  }

  @Test func `A closed queue is emptied, and takes no further spans`() async throws {
    let exporter = RecordingExporter()
    let export = Export(to: exporter)
    export.receive(1...6)
    await export.end()
    export.receive(7...8)
    #expect(exporter.batches.events.flatMap(\.self) == Array(1...6))
    #expect(export.batcher.statistics.dropped == 2)
  }

  @Test func `Rejected and failed spans are counted apart`() async throws {
    let problem = TelemetryError(.connection, "down")
    let partial = ExportReceipt(rejected: 3, problem: TelemetryError(.rejected, "too old"))
    let exporter = RecordingExporter([.failure(problem), .success(partial)])
    let export = Export(to: exporter)
    export.receive(1...9)
    await export.end()
    let statistics = export.batcher.statistics
    #expect(statistics.failed == 4)
    #expect(statistics.rejected == 3)
    #expect(statistics.exported == 2)
    #expect(export.reports.events.map(\.code) == [.connection, .rejected])
  }

  @Test func `A problem is reported once until it is solved`() async throws {
    let problem = TelemetryError(.connection, "down")
    let exporter = RecordingExporter([
      .failure(problem), .failure(problem), .success(ExportReceipt()), .failure(problem),
    ])
    let export = Export(to: exporter)
    export.receive(1...12)
    await export.queue.flush()
    export.clock.advance(by: ProblemFilter.interval)
    export.receive(13...16)
    await export.end()
    #expect(export.reports.events == [problem, problem])
    #expect(export.batcher.statistics.failed == 12)
  }

  @Test func `Spans of many threads all arrive, each once`() async throws {
    let exporter = RecordingExporter()
    let export = Export(to: exporter, queueSize: 100_000, batchSize: 64)
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask { export.receive(thread * 1_000 + 1...thread * 1_000 + 1_000) }
      }
    }
    await export.end()
    let ids = exporter.batches.events.flatMap(\.self)
    #expect(ids.count == 8_000)
    #expect(Set(ids) == Set(1...8_000))
    #expect(exporter.batches.events.allSatisfy { $0.count <= 64 })
  }

  @Test func `Any order of spans, batches and a close keeps the counts`() {
    var generator = SeededGenerator(seed: 2_301)
    for _ in 0..<200 {
      var batching = TelemetryBatching()
      batching.queueSize = .random(in: 1...9, using: &generator)
      batching.batchSize = .random(in: 1...9, using: &generator)
      var pending = PendingItems<TraceSpan>(batching)
      var offered = 0
      var taken: [UInt64] = []
      for step in 0..<60 {
        if step == 50 { _ = pending.close() }
        if Bool.random(using: &generator) {
          offered += 1
          _ = pending.append(.numbered(offered))
        } else {
          let batch = pending.takeBatch()
          #expect(batch.count <= batching.batchSize)
          taken += batch.map(\.id.rawValue)
          _ = pending.settle(batch.count)
        }
      }
      while !pending.isOver { taken += pending.takeBatch().map(\.id.rawValue) }
      #expect(taken == taken.sorted())
      #expect(Set(taken).count == taken.count)
      #expect(UInt64(taken.count) == pending.accepted)
      #expect(pending.accepted + pending.dropped == UInt64(offered))
    }
  }
}

extension TraceSpan {
  /// A span with a number for an identifier.
  static func numbered(_ id: Int) -> TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: UInt64(id)), name: "span", kind: .task, module: "Tests",
      start: TraceInstant(nanoseconds: 0), duration: .zero)
  }
}
