/// The values of a metric at one time, with one point for each combination of labels.
///
/// Names and units are in the format of OpenTelemetry: `modularitykit.task.duration` in `s`.
public struct Metric: Sendable, Hashable {
  /// The kinds of metrics.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A number that never decreases while the process runs.
    case counter
    /// A number that can increase and decrease.
    case gauge
    /// The counts of measured values in ranges.
    case histogram
  }

  /// The values for one combination of labels.
  public struct Point: Sendable, Hashable {
    /// The labels by name.
    public var labels: [String: String]

    /// The value.
    public var value: Value

    /// Creates a point.
    public init(labels: [String: String] = [:], value: Value) {
      self.labels = labels
      self.value = value
    }
  }

  /// The value of a point.
  public enum Value: Sendable, Hashable {
    /// The value of a counter or a gauge.
    case number(Double)
    /// The values of a histogram.
    case histogram(Histogram)
  }

  /// The counts of measured values in ranges.
  public struct Histogram: Sendable, Hashable {
    /// The upper bounds of the ranges, in ascending order.
    ///
    /// Each range includes its upper bound.
    public var bounds: [Double]

    /// The number of values in each range.
    ///
    /// The last range is above all bounds.
    public var counts: [UInt64]

    /// The sum of all values.
    public var sum: Double

    /// The number of all values.
    public var count: UInt64 { counts.reduce(0, +) }

    /// Creates a histogram.
    ///
    /// The number of counts is the number of bounds plus one.
    public init(bounds: [Double], counts: [UInt64], sum: Double) {
      precondition(counts.count == bounds.count + 1, "A histogram has one count more than bounds.")
      self.bounds = bounds
      self.counts = counts
      self.sum = sum
    }
  }

  /// The name, with dots.
  public var name: String

  /// A sentence that describes the measurement.
  public var summary: String

  /// The unit in the notation of [UCUM](https://ucum.org), such as `s`, `By` or `{task}`, or an
  /// empty string.
  public var unit: String

  /// The kind.
  public var kind: Kind

  /// The points, in the order of their labels.
  public var points: [Point]

  /// Creates a metric.
  public init(_ name: String, _ summary: String, unit: String = "", kind: Kind, points: [Point]) {
    self.name = name
    self.summary = summary
    self.unit = unit
    self.kind = kind
    self.points = points
  }
}

extension Metric.Histogram {
  /// The bounds of durations in seconds, from 10 microseconds to a minute.
  ///
  /// Most events take less than 10 microseconds.
  public static let durationBounds: [Double] = [
    0.000_01, 0.000_1, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60,
  ]

  /// Creates a histogram without values.
  ///
  /// - Parameter bounds: The bounds, in any order. Bounds that are not finite are ignored, because
  ///   the last range has no upper bound.
  public init(bounds: [Double]) {
    let bounds = Set(bounds.filter(\.isFinite)).sorted()
    self.init(bounds: bounds, counts: Array(repeating: 0, count: bounds.count + 1), sum: 0)
  }

  /// Counts a value.
  ///
  /// If it is not a number, it is ignored.
  ///
  /// - Complexity: O(log *n*) in the bounds.
  public mutating func record(_ value: Double) {
    guard !value.isNaN else { return }
    var (lower, upper) = (0, bounds.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if value <= bounds[middle] { upper = middle } else { lower = middle + 1 }
    }
    counts[lower] += 1
    sum += value
  }
}

extension Duration {
  /// The duration in seconds, as the nearest `Double`.
  package var inSeconds: Double {
    // The two parts are converted separately, because creating a `Double` from the 128 bits of
    // attoseconds is slow. Both operands of the division are exact, so 1 ms becomes 0.001 and not
    // an adjacent number.
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
