import CAllocationCounter
import CBenchmarkSupport
import Foundation

extension BenchmarkProcess {
  /// Does what this process was started for, and prints the result as one line
  /// of JSON.
  ///
  /// - Parameters:
  ///   - name: The benchmark.
  ///   - iterations: How often to do its work, then twice as often, if its instructions are
  ///     counted; `nil` if it is timed.
  /// - Throws: What the benchmark throws.
  static func run(_ name: String, iterations: Int?) async throws {
    modkit_keep_freed_memory()
    let benchmark = try BenchmarkCase.named(name).benchmark
    let comparison = try await benchmark.prepare()
    guard let iterations else {
      return try printLine(await Measurement(running: comparison))
    }
    _ = try await comparison.work.run(iterations: 1)
    modkit_mark_count()
    _ = try await comparison.work.run(iterations: iterations)
    modkit_mark_count()
    _ = try await comparison.work.run(iterations: 2 * iterations)
    modkit_mark_count()
    try printLine(CountedRun(operations: iterations * comparison.work.operationsPerIteration))
  }

  private static func printLine(_ result: some Encodable) throws {
    print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
  }
}
