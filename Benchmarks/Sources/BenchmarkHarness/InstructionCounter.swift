import Foundation

/// Counts the instructions of benchmarks with valgrind's callgrind.
///
/// Unlike times, the counts repeat: they are the same on a busy machine, and
/// nearly the same on another one.
struct InstructionCounter {
  private let valgrind: URL

  init() throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { URL(fileURLWithPath: "\($0)/valgrind") }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else {
      throw BenchmarkError(
        .valgrindMissing,
        """
        --instructions needs valgrind, and there is none in PATH. Install it (on Debian and Ubuntu: \
        apt-get install valgrind), or leave the option out to measure times.
        """)
    }
    valgrind = found
  }

  /// The instructions of one operation.
  ///
  /// The work is done once and then twice as often, in processes of their own;
  /// the difference is free of what starting and preparing cost.
  func instructions(of benchmark: BenchmarkCase) throws -> Double {
    let iterations = benchmark.benchmark.countedIterations
    // What a benchmark builds with other programs, it must build before: under
    // valgrind, Foundation cannot start any.
    let _: CountedRun = try BenchmarkProcess.result(
      of: BenchmarkProcess.ownExecutable(),
      arguments: BenchmarkProcess.arguments(for: benchmark.name, iterations: 1),
      for: benchmark.name)
    let once = try count(benchmark.name, iterations: iterations)
    let twice = try count(benchmark.name, iterations: 2 * iterations)
    return Double(twice.instructions - once.instructions)
      / Double(twice.operations - once.operations)
  }

  private func count(
    _ name: String, iterations: Int
  ) throws -> (instructions: Int, operations: Int) {
    let profile = FileManager.default.temporaryDirectory
      .appendingPathComponent("benchmark-\(UUID().uuidString).callgrind")
    defer { try? FileManager.default.removeItem(at: profile) }
    let run: CountedRun = try BenchmarkProcess.result(
      of: valgrind,
      arguments: [
        "--tool=callgrind", "--quiet", "--callgrind-out-file=\(profile.path)",
        try BenchmarkProcess.ownExecutable().path,
      ] + BenchmarkProcess.arguments(for: name, iterations: iterations),
      for: name)
    return (try total(of: profile, for: name), run.operations)
  }

  /// The number after `totals:` in callgrind's output.
  private func total(of profile: URL, for name: String) throws -> Int {
    let lines = try String(contentsOf: profile, encoding: .utf8).split(separator: "\n")
    let prefix = "totals: "
    guard let line = lines.last(where: { $0.hasPrefix(prefix) }),
      let total = Int(line.dropFirst(prefix.count))
    else {
      throw BenchmarkError(
        .processFailed, "callgrind wrote no total for '\(name)' into \(profile.path).")
    }
    return total
  }
}
