internal import Synchronization

/// Counts of measured values by ranges, for each combination of labels.
///
/// ```swift
/// let payments = metrics.histogram("shop.payment.duration", "The time that payments take.")
/// payments.record(.milliseconds(120), ["bank": "north"])
/// ```
///
/// - Concurrency: May be used from any thread.
public final class MetricHistogram: Sendable {
  private let table: Mutex<SeriesTable<NamedLabels, Metric.Histogram>>

  init(bounds: [Double], limit: Int) {
    table = Mutex(SeriesTable(limit: limit, initial: Metric.Histogram(bounds: bounds)))
  }

  /// Counts a value; one that is not a number is ignored.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - labels: The labels by name. Their values should be few: no identifiers, no texts.
  public func record(_ value: Double, _ labels: [String: String] = [:]) {
    table.withLock { $0.update(NamedLabels(labels: labels)) { $0.record(value) } }
  }

  /// Counts a duration, in seconds.
  public func record(_ duration: Duration, _ labels: [String: String] = [:]) {
    record(duration.inSeconds, labels)
  }
}

extension MetricHistogram: Instrument {
  var kind: Metric.Kind { .histogram }

  func read() -> InstrumentReading {
    let table = table.withLock { $0 }
    return InstrumentReading(points: table.points { .histogram($0) }, overflow: table.overflow)
  }
}
