internal import Synchronization
internal import ToolkitTrace

/// Collects metrics periodically and exports them.
///
/// - Concurrency: A single task calls ``run()``. Other members can be used from any thread. The
///   source runs in the exporting task, without a lock.
final class MetricReader: SignalExport {
  /// The state that the lock protects.
  private struct State {
    var isClosed = false
    var pause: Task<Void, any Error>?
  }

  private let source: @Sendable () async -> [Metric]
  private let request: MetricsRequest
  private let exporter: CountingExporter
  private let interval: Duration
  private let timekeeper: ErasedClock
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Creates a reader that exports the metrics of a source once in each interval.
  ///
  /// - Parameters:
  ///   - source: Returns the current values of all metrics.
  ///   - resource: The resource of the metrics.
  ///   - exporter: The destination.
  ///   - interval: The time from one collection to the next.
  ///   - timekeeper: The clock of intervals.
  ///   - now: Returns the time of day, in nanoseconds since 1970-01-01 00:00 UTC.
  init(
    _ source: @escaping @Sendable () async -> [Metric], of resource: TelemetryResource,
    to exporter: CountingExporter, interval: Duration, timekeeper: ErasedClock,
    now: @escaping @Sendable () -> Int64 = { MonotonicTime.nanosecondsSince1970() }
  ) {
    self.source = source
    request = MetricsRequest(since: now(), resource: resource)
    self.exporter = exporter
    self.interval = interval
    self.timekeeper = timekeeper
    self.now = now
  }

  /// Exports metrics at each interval until the reader is closed, and then once more.
  func run() async {
    var due = timekeeper.elapsed() + interval
    while await pause(until: due) {
      await flush()
      // If an export takes longer than an interval, only one further export follows immediately.
      due = max(due + interval, timekeeper.elapsed())
    }
    await flush()
    exporter.close()
  }

  /// Exports the current values of the metrics.
  ///
  /// Values are cumulative, so a simultaneous export causes no problem.
  func flush() async {
    let metrics = MetricsRequest.exportable(await source())
    guard !metrics.isEmpty else { return }
    let points = metrics.reduce(0) { $0 + $1.points.count }
    await exporter.export(request.encode(metrics, at: now()), items: points)
  }

  func close() {
    let pause = state.withLock { state in
      state.isClosed = true
      return state.pause
    }
    pause?.cancel()
  }

  var statistics: TelemetryStatistics { exporter.statistics }

  /// Waits.
  ///
  /// Returns `false` when the reader is closed.
  private func pause(until due: Duration) async -> Bool {
    let timer = Task.detached { [timekeeper] in
      try await timekeeper.sleep(due - timekeeper.elapsed())
    }
    let isClosed = state.withLock { state in
      state.pause = timer
      return state.isClosed
    }
    if isClosed { timer.cancel() }
    // A cancelled timer throws an error.
    return (try? await timer.value) != nil
  }
}
