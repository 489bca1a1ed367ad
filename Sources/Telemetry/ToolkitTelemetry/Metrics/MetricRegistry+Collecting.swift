internal import Synchronization

extension MetricRegistry {
  /// Collects the values of all metrics, in the order of their names.
  ///
  /// Metrics without a point are left out.
  public func collect() async -> [Metric] {
    var metrics: [Metric] = []
    // First, as they may also record values.
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

/// The metrics of instruments, and the numbers of measurements that had too many labels.
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
      "The measurements that went to the series 'other', as their metric has too many labels.",
      kind: .counter, points: overflowing.inOrderOfLabels())
  }
}
