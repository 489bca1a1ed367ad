import ToolkitTrace

/// Takes batches from a queue, and encodes and exports them.
///
/// - Concurrency: A single task calls ``run()``. Other members can be used from any thread.
final class Batcher<Request: BatchRequest>: SignalExport {
  private let queue: BatchQueue<Request.Item>
  private let request: Request
  private let exporter: CountingExporter
  private let delay: Duration
  private let timekeeper: ErasedClock

  /// Creates a batcher that exports the items of a queue.
  init(
    _ queue: BatchQueue<Request.Item>, as request: Request, to exporter: CountingExporter,
    delay: Duration, timekeeper: ErasedClock
  ) {
    self.queue = queue
    self.request = request
    self.exporter = exporter
    self.delay = delay
    self.timekeeper = timekeeper
  }

  /// Exports batches until the queue is closed and empty.
  func run() async {
    while let batch = await queue.nextBatch(within: delay, timekeeper) {
      guard !batch.isEmpty else { continue }
      await exporter.export(request.encode(batch, at: .now()), items: batch.count)
      queue.settle(batch.count)
      exporter.report(dropped: queue.counts.dropped)
    }
    exporter.close()
  }

  func flush() async { await queue.flush() }

  func close() { queue.close() }

  var statistics: TelemetryStatistics {
    let counts = queue.counts
    var statistics = exporter.statistics
    statistics.pending = Int(counts.accepted - counts.settled)
    statistics.dropped = Int(counts.dropped)
    return statistics
  }
}

/// The export of a signal of any kind.
protocol SignalExport: Sendable {
  /// Exports items until the export is closed and no items remain.
  ///
  /// A single task calls it.
  func run() async

  /// Returns when all items so far have been exported or have failed.
  func flush() async

  /// Accepts no more items.
  ///
  /// ``run()`` returns after it has exported the remaining items.
  func close()

  /// The numbers of items so far.
  var statistics: TelemetryStatistics { get }
}
