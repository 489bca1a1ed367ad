import Foundation

/// This program, run once more for a single benchmark, so that benchmarks do not
/// disturb each other.
enum BenchmarkProcess {
  /// What the arguments of such a process begin with.
  static let argument = "--run-case"

  /// The arguments of a process that only does a benchmark's work.
  static func arguments(for name: String, iterations: Int) -> [String] {
    [argument, name, BenchmarkOptions.iterationsArgument, "\(iterations)"]
  }

  /// Measures a benchmark in a process of its own.
  static func measurement(of name: String) throws -> Measurement {
    try result(of: ownExecutable(), arguments: [argument, name], for: name)
  }

  /// Runs a command that ends in one line of JSON, and reads the line.
  static func result<Result: Decodable>(
    of executable: URL, arguments: [String], for name: String
  ) throws -> Result {
    let process = Process()
    let output = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    // Hashing decides which way a dictionary is walked; a seed that differs from
    // run to run would make its instructions differ as well.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let line = printed.split(separator: UInt8(ascii: "\n")).last
    else {
      throw BenchmarkError(
        .processFailed,
        """
        the process of '\(name)' ended with status \(process.terminationStatus) and no result; \
        what it printed is above. To run it alone: \
        \(([executable.path] + arguments).map { "'\($0)'" }.joined(separator: " "))
        """)
    }
    return try JSONDecoder().decode(Result.self, from: line)
  }

  /// The path of this program.
  static func ownExecutable() throws -> URL {
    guard let executable = Bundle.main.executableURL else {
      throw BenchmarkError(
        .processFailed, "the path of this program is unknown: start it by its full path.")
    }
    return executable
  }
}
