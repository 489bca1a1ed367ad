import SectionRegistry

/// A benchmark by its name, wherever in the binary it is declared.
struct BenchmarkCase {
  let name: String
  let benchmark: Benchmark

  /// Every benchmark, by file and line.
  static func all() throws -> [BenchmarkCase] {
    var cases: [BenchmarkCase] = []
    for record in SectionRegistry.records(of: .benchmark) {
      guard let benchmark = record.load(as: Benchmark.self) else {
        throw BenchmarkError(
          .unknownBenchmark, "\(record) does not declare a Benchmark: let its closure return one.")
      }
      cases.append(BenchmarkCase(name: record.key, benchmark: benchmark))
    }
    return cases
  }

  /// The benchmark of this name.
  static func named(_ name: String) throws -> BenchmarkCase {
    let cases = try all()
    guard let found = cases.first(where: { $0.name == name }) else {
      throw BenchmarkError(
        .unknownBenchmark,
        "no benchmark is named '\(name)'; there are: \(cases.map(\.name).joined(separator: ", ")).")
    }
    return found
  }

  /// Whether the name contains this text, in whatever case.
  func matches(_ filter: String) -> Bool {
    name.lowercased().contains(filter.lowercased())
  }
}
