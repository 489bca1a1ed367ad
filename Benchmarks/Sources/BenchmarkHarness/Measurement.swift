/// What running a benchmark in one process gave, per operation.
struct Measurement: Codable, Sendable {
  /// The shortest and the middle time over all batches, in nanoseconds.
  var minimum: Double
  var median: Double
  /// Allocations, or nothing where they cannot be counted.
  var mallocs: Double?
  /// The middle time of the baseline, in nanoseconds.
  var baseline: Double?
  /// The middle ratio of a batch to the baseline's batch beside it.
  var ratio: Double?
}

extension [Double] {
  /// The middle value.
  ///
  /// - Precondition: There is one.
  var median: Double {
    let sorted = sorted()
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}
