/// The values of one metric at a moment: one point for each combination of labels.
///
/// Names and units are those of OpenTelemetry: `modularitykit.task.duration` in `s`.
public struct Metric: Sendable, Hashable {
  /// The kinds of metrics.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A number that only grows while the process runs.
    case counter
    /// A number that grows and shrinks.
    case gauge
    /// Counts of measured values by ranges.
    case histogram
  }

  /// The values for one combination of labels.
  public struct Point: Sendable, Hashable {
    /// The labels by name.
    public var labels: [String: String]

    /// The value.
    public var value: Value

    /// Makes a point.
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

  /// Counts of measured values by ranges.
  public struct Histogram: Sendable, Hashable {
    /// The upper bounds of the ranges, which include them, in ascending order.
    public var bounds: [Double]

    /// The number of values in each range; the last is that above all bounds.
    public var counts: [UInt64]

    /// The sum of all values.
    public var sum: Double

    /// The number of all values.
    public var count: UInt64 { counts.reduce(0, +) }

    /// Makes a histogram; there is one count more than bounds.
    public init(bounds: [Double], counts: [UInt64], sum: Double) {
      precondition(counts.count == bounds.count + 1, "A histogram has one count more than bounds.")
      self.bounds = bounds
      self.counts = counts
      self.sum = sum
    }
  }

  /// The name, with dots.
  public var name: String

  /// A sentence that says what is measured.
  public var summary: String

  /// The unit as [UCUM](https://ucum.org) writes it, such as `s`, `By` or `{task}`; empty if
  /// there is none.
  public var unit: String

  /// The kind.
  public var kind: Kind

  /// The points, in the order of their labels.
  public var points: [Point]

  /// Makes a metric.
  public init(_ name: String, _ summary: String, unit: String = "", kind: Kind, points: [Point]) {
    self.name = name
    self.summary = summary
    self.unit = unit
    self.kind = kind
    self.points = points
  }
}

extension Metric.Histogram {
  /// The bounds of durations in seconds: from 10 microseconds, as most events take less than
  /// that, to a minute.
  public static let durationBounds: [Double] = [
    0.000_01, 0.000_1, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60,
  ]

  /// Makes a histogram without values.
  ///
  /// - Parameter bounds: The bounds, in any order; those that are not finite are left out, as the
  ///   last range has no bound anyway.
  public init(bounds: [Double]) {
    let bounds = Set(bounds.filter(\.isFinite)).sorted()
    self.init(bounds: bounds, counts: Array(repeating: 0, count: bounds.count + 1), sum: 0)
  }

  /// Counts a value; one that is not a number is ignored.
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
  /// The duration in seconds, as the nearest number that there is.
  package var inSeconds: Double {
    // In two parts: the initializer of a Double takes long for the 128 bits of attoseconds. The
    // division of exact numbers makes 1 ms the number 0.001, and not the next one.
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
