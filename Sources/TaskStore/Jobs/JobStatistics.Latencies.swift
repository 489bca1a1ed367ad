extension JobStatistics {
  /// Percentiles of durations, in seconds.
  ///
  /// Each is one of the durations: the least one that is not less than so many of a hundred.
  public struct Latencies: Sendable, Hashable, Codable {
    /// The number of durations.
    public var count: Int

    /// The duration that half of the jobs did not exceed.
    public var p50: Double

    /// The duration that 95 % of the jobs did not exceed.
    public var p95: Double

    /// The duration that 99 % of the jobs did not exceed.
    public var p99: Double

    /// Computes the percentiles of durations, or returns `nil` if there are none.
    init?(of durations: [Duration]) {
      guard !durations.isEmpty else { return nil }
      let sorted = durations.sorted()
      func percentile(_ percent: Int) -> Double {
        // The rank is rounded up in whole numbers, as 0.95 * 20 may be more than 19.
        let rank = (percent * sorted.count + 99) / 100
        return max(.zero, sorted[rank - 1]) / .seconds(1)
      }
      count = sorted.count
      p50 = percentile(50)
      p95 = percentile(95)
      p99 = percentile(99)
    }
  }
}
