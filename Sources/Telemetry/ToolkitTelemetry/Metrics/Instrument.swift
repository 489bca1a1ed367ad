/// A counter, a gauge or a histogram, as the registry reads it.
protocol Instrument: AnyObject, Sendable {
  /// The kind of the metric.
  var kind: Metric.Kind { get }

  /// Reads the values of all series.
  func read() -> InstrumentReading
}

/// The values of an instrument at a moment.
struct InstrumentReading: Sendable {
  /// The points, in the order of their labels.
  var points: [Metric.Point]

  /// The number of measurements that went to the series `other`.
  var overflow: UInt64
}
