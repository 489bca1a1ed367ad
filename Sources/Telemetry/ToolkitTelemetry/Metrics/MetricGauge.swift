internal import Synchronization

/// A number that grows and shrinks, for each combination of labels.
///
/// ```swift
/// let visitors = metrics.gauge("shop.visitors", "The visitors with a basket.")
/// visitors.set(12)
/// ```
///
/// - Concurrency: May be used from any thread.
public final class MetricGauge: Sendable {
  private let table: Mutex<SeriesTable<NamedLabels, Double>>

  init(limit: Int) {
    table = Mutex(SeriesTable(limit: limit, initial: 0))
  }

  /// Sets the number.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - labels: The labels by name. Their values should be few: no identifiers, no texts.
  public func set(_ number: Double, _ labels: [String: String] = [:]) {
    table.withLock { $0.update(NamedLabels(labels: labels)) { $0 = number } }
  }

  /// Adds an amount, which may be negative.
  public func add(_ amount: Double, _ labels: [String: String] = [:]) {
    table.withLock { $0.update(NamedLabels(labels: labels)) { $0 += amount } }
  }
}

extension MetricGauge: Instrument {
  var kind: Metric.Kind { .gauge }

  func read() -> InstrumentReading {
    let table = table.withLock { $0 }
    return InstrumentReading(points: table.points { .number($0) }, overflow: table.overflow)
  }
}
