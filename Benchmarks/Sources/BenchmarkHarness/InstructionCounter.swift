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
  /// The process does the work once, then so often, then twice as often. The difference of the
  /// last two is free of what starting and preparing cost.
  func instructions(of benchmark: BenchmarkCase) throws -> Double {
    let name = benchmark.name
    // What a benchmark builds with other programs, it must build before: under
    // valgrind, Foundation cannot start any.
    let _: CountedRun = try BenchmarkProcess.result(
      of: BenchmarkProcess.ownExecutable(),
      arguments: BenchmarkProcess.arguments(for: name, iterations: 0), for: name)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = folder.appendingPathComponent("profile")
    let run: CountedRun = try BenchmarkProcess.result(
      of: valgrind,
      arguments: [
        "--tool=callgrind", "--quiet", "--callgrind-out-file=\(profile.path)",
        "--dump-before=modkit_mark_count", try BenchmarkProcess.ownExecutable().path,
      ]
        + BenchmarkProcess.arguments(
          for: name, iterations: benchmark.benchmark.countedIterations),
      for: name)
    // The first count is of all before the first mark.
    let once = try total(of: profile.appendingPathExtension("2"), for: name)
    let twice = try total(of: profile.appendingPathExtension("3"), for: name)
    return Double(twice - once) / Double(run.operations)
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
