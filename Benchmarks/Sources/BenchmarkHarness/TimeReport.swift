/// What the times and allocations of a benchmark came to.
struct TimeReport: Codable, Sendable {
  var name: String
  var measurement: Measurement
  var verdicts: [Verdict]

  /// How often a benchmark and the one beside it take turns.
  private static let turns = 3

  /// Measures a benchmark and judges it by its targets.
  init(measuring benchmark: BenchmarkCase) throws {
    name = benchmark.name
    measurement =
      if let other = benchmark.benchmark.besideBenchmark {
        try Self.measurement(of: benchmark.name, beside: other)
      } else {
        try BenchmarkProcess.measurement(of: benchmark.name)
      }
    verdicts = []
    for target in benchmark.benchmark.targets {
      switch target.quantity {
      case .ratio: verdicts.append(Verdict(target, measured: measurement.ratio))
      case .time: verdicts.append(Verdict(target, measured: measurement.median))
      case .mallocs: verdicts.append(Verdict(target, measured: measurement.mallocs))
      case .instructions: continue
      }
    }
  }

  /// Measures two benchmarks in turns, each in processes of its own.
  private static func measurement(of name: String, beside other: String) throws -> Measurement {
    let pairs = try (0..<turns).map { _ in
      (
        try BenchmarkProcess.measurement(of: name),
        baseline: try BenchmarkProcess.measurement(of: other)
      )
    }
    // Times of different moments: only the shortest are comparable, since nothing
    // else on the machine got in their way.
    return Measurement(
      minimum: pairs.map(\.0.minimum).min() ?? 0,
      median: pairs.map(\.0.median).median,
      mallocs: pairs[0].0.mallocs,
      baseline: pairs.map(\.baseline.median).median,
      ratio: pairs.map { $0.0.minimum / $0.baseline.minimum }.median)
  }

  static let header = ["case", "min", "median", "mallocs", "baseline", "ratio", "targets"]

  /// The cells of the report's line in a table.
  var row: [String] {
    [
      name, Figures.time(nanoseconds: measurement.minimum),
      Figures.time(nanoseconds: measurement.median),
      measurement.mallocs.map(Figures.count) ?? "not counted",
      measurement.baseline.map(Figures.time) ?? "–",
      measurement.ratio.map(Figures.ratio) ?? "–",
      verdicts.map(\.description).joined(separator: ", "),
    ]
  }
}
