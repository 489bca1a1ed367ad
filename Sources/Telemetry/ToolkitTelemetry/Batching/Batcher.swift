import ToolkitTrace

/// Takes batches out of a queue, encodes and exports them.
///
/// - Concurrency: ``run()`` is called by one task; the rest may be used from any thread.
final class Batcher<Request: BatchRequest>: SignalExport {
  private let queue: BatchQueue<Request.Item>
  private let request: Request
  private let exporter: CountingExporter
  private let delay: Duration
  private let timekeeper: ErasedClock

  /// Exports the items of a queue.
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

/// The export of one signal, whatever it is.
protocol SignalExport: Sendable {
  /// Exports until it is closed and nothing is left. Called by one task.
  func run() async

  /// Returns when all that is there has arrived or failed.
  func flush() async

  /// Takes nothing further; ``run()`` returns when it has exported what is left.
  func close()

  /// The numbers of items so far.
  var statistics: TelemetryStatistics { get }
}
