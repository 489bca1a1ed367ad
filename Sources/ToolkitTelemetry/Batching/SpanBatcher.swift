internal import Synchronization
internal import ToolkitTrace

/// Takes batches out of a queue, encodes and exports them, and keeps the counts.
///
/// - Concurrency: ``run()`` is called by one task; the rest may be used from any thread.
final class SpanBatcher: Sendable {
  /// The counts of spans, and the problem that was reported last.
  private struct State {
    var exported: UInt64 = 0
    var failed: UInt64 = 0
    var rejected: UInt64 = 0
    var reportedDrops: UInt64 = 0
    var lastProblem: TelemetryError?
  }

  private let queue: SpanQueue
  private let request: TraceRequest
  private let exporter: any SpanExporter
  private let delay: Duration
  private let timekeeper: Timekeeper
  private let report: @Sendable (TelemetryError) -> Void
  private let state = Mutex(State())

  /// Exports the spans of a queue.
  init(
    _ queue: SpanQueue, as request: TraceRequest, to exporter: any SpanExporter, delay: Duration,
    timekeeper: Timekeeper, report: @escaping @Sendable (TelemetryError) -> Void
  ) {
    self.queue = queue
    self.request = request
    self.exporter = exporter
    self.delay = delay
    self.timekeeper = timekeeper
    self.report = report
  }

  /// Exports batches until the queue is closed and empty.
  func run() async {
    while let batch = await queue.nextBatch(within: delay, timekeeper) {
      guard !batch.isEmpty else { continue }
      await export(batch)
      queue.settle(batch.count)
      reportDrops()
    }
    exporter.close()
  }

  /// The counts of spans.
  var statistics: TelemetryStatistics {
    let counts = queue.counts
    return state.withLock { state in
      TelemetryStatistics(
        exported: Int(state.exported), pending: Int(counts.accepted - counts.settled),
        dropped: Int(counts.dropped), failed: Int(state.failed), rejected: Int(state.rejected))
    }
  }

  private func export(_ batch: [TraceSpan]) async {
    let count = UInt64(batch.count)
    do throws(TelemetryError) {
      let receipt = try await exporter.export(request.encode(batch, at: .now()))
      let rejected = min(UInt64(receipt.rejected), count)
      state.withLock { state in
        state.exported += count - rejected
        state.rejected += rejected
        if receipt.problem == nil { state.lastProblem = nil }
      }
      if let problem = receipt.problem { reportOnce(problem) }
    } catch {
      state.withLock { $0.failed += count }
      reportOnce(error)
    }
  }

  /// Reports a problem, unless it is the same that was reported last: a collector that is
  /// down for a day is one message.
  private func reportOnce(_ problem: TelemetryError) {
    let isNew = state.withLock { state in
      defer { state.lastProblem = problem }
      return state.lastProblem != problem
    }
    if isNew { report(problem) }
  }

  /// Reports the first spans that were dropped, and then each time their number has doubled.
  private func reportDrops() {
    let dropped = queue.counts.dropped
    let isDue = state.withLock { state in
      guard dropped > 0, dropped >= 2 * state.reportedDrops else { return false }
      state.reportedDrops = dropped
      return true
    }
    guard isDue else { return }
    report(
      TelemetryError(
        .dropped,
        """
        \(dropped) spans were dropped so far, because they ended faster than they could be \
        exported; a larger queue (OTEL_BSP_MAX_QUEUE_SIZE) bridges longer peaks
        """))
  }
}
