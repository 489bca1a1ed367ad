internal import Synchronization

/// A number that can increase and decrease, for each combination of labels.
///
/// ```swift
/// let visitors = metrics.gauge("shop.visitors", "The visitors with a basket.")
/// visitors.set(12)
/// ```
///
/// - Concurrency: Can be used from any thread.
public final class MetricGauge: Sendable {
  private let table: Mutex<SeriesTable<NamedLabels, Double>>

  init(limit: Int) {
    table = Mutex(SeriesTable(limit: limit, initial: 0))
  }

  /// Sets the number.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - labels: The labels by name. Use few different values, and no identifiers or texts.
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

/// The labels of a series, as the key of a table.
protocol SeriesKey: Hashable, Sendable {
  /// The labels by name.
  var labels: [String: String] { get }

  /// The key of the series for all combinations that exceed the limit of the table.
  var other: Self { get }
}

/// Labels with names that the caller provides.
struct NamedLabels: SeriesKey {
  let labels: [String: String]

  var other: NamedLabels {
    // A series without labels would look like the sum of all others.
    guard !labels.isEmpty else { return NamedLabels(labels: ["series": "other"]) }
    return NamedLabels(labels: labels.mapValues { _ in "other" })
  }
}
