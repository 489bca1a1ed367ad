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
