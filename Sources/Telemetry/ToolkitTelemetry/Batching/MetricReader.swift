internal import Synchronization
internal import ToolkitTrace

/// Collects metrics again and again, and exports them.
///
/// - Concurrency: ``run()`` is called by one task; the rest may be used from any thread. The source
///   runs in the task that exports, with no lock held.
final class MetricReader: SignalExport {
  /// The state that the lock guards.
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

  /// Exports the metrics of a source once in each interval.
  ///
  /// - Parameters:
  ///   - source: Returns the values that all metrics have now.
  ///   - resource: The resource that they are of.
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

  /// Exports at each interval until it is closed, and then once more.
  func run() async {
    var due = timekeeper.elapsed() + interval
    while await pause(until: due) {
      await flush()
      // After an export that took longer than intervals, the next follows at once, and only one.
      due = max(due + interval, timekeeper.elapsed())
    }
    await flush()
    exporter.close()
  }

  /// Exports the values that the metrics have now.
  ///
  /// Values are cumulative, so an export that runs at the same time does no harm.
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

  /// Waits, and returns `false` as soon as the reader is closed.
  private func pause(until due: Duration) async -> Bool {
    let timer = Task.detached { [timekeeper] in
      try await timekeeper.sleep(due - timekeeper.elapsed())
    }
    let isClosed = state.withLock { state in
      state.pause = timer
      return state.isClosed
    }
    if isClosed { timer.cancel() }
    // A timer that is cancelled throws.
    return (try? await timer.value) != nil
  }
}
