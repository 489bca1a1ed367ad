internal import Synchronization

/// A number that never decreases, for each combination of labels.
///
/// ```swift
/// let orders = metrics.counter("shop.orders", "The orders that customers have placed.")
/// orders.add(1, ["country": "NO"])
/// ```
///
/// - Concurrency: Can be used from any thread.
public final class MetricCounter: Sendable {
  private let table: Mutex<SeriesTable<NamedLabels, Double>>

  init(limit: Int) {
    table = Mutex(SeriesTable(limit: limit, initial: 0))
  }

  /// Adds an amount.
  ///
  /// If it is negative or not a number, it is ignored.
  ///
  /// - Parameters:
  ///   - amount: The amount.
  ///   - labels: The labels by name. Use few different values, and no identifiers or texts.
  public func add(_ amount: Double = 1, _ labels: [String: String] = [:]) {
    guard amount >= 0 else { return }
    table.withLock { $0.update(NamedLabels(labels: labels)) { $0 += amount } }
  }
}

extension MetricCounter: Instrument {
  var kind: Metric.Kind { .counter }

  func read() -> InstrumentReading {
    let table = table.withLock { $0 }
    return InstrumentReading(points: table.points { .number($0) }, overflow: table.overflow)
  }
}

/// A counter, a gauge or a histogram of the registry.
protocol Instrument: AnyObject, Sendable {
  /// The kind of the metric.
  var kind: Metric.Kind { get }

  /// Returns the values of all series.
  func read() -> InstrumentReading
}

/// The values of an instrument at one time.
struct InstrumentReading: Sendable {
  /// The points, in the order of their labels.
  var points: [Metric.Point]

  /// The number of measurements in the series `other`.
  var overflow: UInt64
}
