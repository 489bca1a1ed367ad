internal import Synchronization
public import ToolkitTrace

/// The metrics of a process.
///
/// They include the metrics of its spans and the metrics that its code adds.
///
/// ```swift
/// let metrics = MetricRegistry()
/// metrics.start()
/// let orders = metrics.counter("shop.orders", "The orders that customers have placed.")
/// orders.add()
/// print(PrometheusText.text(of: await metrics.collect()))
/// ```
///
/// - Concurrency: Can be used from any thread. Sources run without a lock.
public final class MetricRegistry: Sendable {
  /// A closure that returns metrics when they are collected.
  public typealias Source = @Sendable () async -> [Metric]

  /// An instrument with its description.
  struct Entry: Sendable {
    let summary: String
    let unit: String
    let instrument: any Instrument
  }

  struct State: Sendable {
    var instruments: [String: Entry] = [:]
    var sources: [Source] = []
    var spans: SpanHistograms?
    var attachment: TraceSinkAttachment?
  }

  /// The maximum number of series of a metric, without the series `other`.
  public let seriesLimit: Int

  let state = Mutex(State())

  /// Creates a registry without metrics.
  ///
  /// - Parameter seriesLimit: The maximum number of combinations of labels for each metric.
  ///   Additional combinations share a series with the labels `other`, and
  ///   `modularitykit.metrics.overflow` contains their number.
  public init(seriesLimit: Int = 200) {
    self.seriesLimit = max(1, seriesLimit)
  }

  // MARK: - Spans

  /// Starts to count spans that end from now on, and to record their durations.
  ///
  /// If tracing is off, this turns it on with a ring that stores no spans. Calling it again before
  /// ``stop()`` has no effect.
  ///
  /// - Parameter kinds: The kinds to ignore.
  public func start(except kinds: Set<TraceKind> = []) {
    let isFirst = state.withLock { state in
      guard state.attachment == nil else { return false }
      let spans = state.spans ?? SpanHistograms(except: kinds, limit: seriesLimit)
      state.spans = spans
      state.attachment = Trace.attach(spans)
      return true
    }
    if isFirst, !Trace.isOn { Trace.start(capacity: 0) }
  }

  /// Stops counting spans, and keeps the values.
  ///
  /// Tracing remains on, because it may have other sinks.
  public func stop() {
    state.withLock { $0.attachment.take() }?.cancel()
  }
}

extension MetricRegistry {
  /// Returns the values of all metrics, in the order of their names.
  ///
  /// Metrics without points are omitted.
  public func collect() async -> [Metric] {
    var metrics: [Metric] = []
    // The sources are called first, because they may also record values.
    for source in state.withLock(\.sources) {
      for var metric in await source() {
        metric.points = metric.points.inOrderOfLabels()
        metrics.append(metric)
      }
    }
    let (instruments, spans) = state.withLock { ($0.instruments, $0.spans) }
    var collection = Collection()
    for (name, entry) in instruments {
      collection.add(
        entry.instrument.read(), name, entry.summary, unit: entry.unit,
        kind: entry.instrument.kind)
    }
    for (family, reading) in spans?.read() ?? [] {
      collection.add(reading, family.name, family.summary, unit: "s", kind: .histogram)
    }
    metrics += collection.metrics + [collection.overflow]
    return metrics.filter { !$0.points.isEmpty }.sorted { $0.name < $1.name }
  }
}

/// The metrics of instruments, and the numbers of measurements that exceeded the limit of labels.
private struct Collection {
  private(set) var metrics: [Metric] = []
  private var overflowing: [Metric.Point] = []

  mutating func add(
    _ reading: InstrumentReading, _ name: String, _ summary: String, unit: String,
    kind: Metric.Kind
  ) {
    metrics.append(Metric(name, summary, unit: unit, kind: kind, points: reading.points))
    guard reading.overflow > 0 else { return }
    overflowing.append(.init(labels: ["metric": name], value: .number(Double(reading.overflow))))
  }

  var overflow: Metric {
    Metric(
      "modularitykit.metrics.overflow",
      "The measurements in the series 'other', because their metric has too many labels.",
      kind: .counter, points: overflowing.inOrderOfLabels())
  }
}
