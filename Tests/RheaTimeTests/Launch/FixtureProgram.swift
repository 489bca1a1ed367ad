import Foundation

/// A program beside the tests, which a test starts to see what comes to it
/// before `main` and at launch.
struct FixtureProgram {
  /// The name of the executable.
  let name: String

  /// What the program left behind.
  struct Result: Sendable {
    let status: Int32
    /// The lines of the standard output.
    let lines: [String]
    /// The lines of the standard error.
    let errors: [String]
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The situation, and what it needs.
  ///   - environment: What is added to the environment of the tests.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: What Foundation says if the program cannot be started.
  func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Result {
    // Files and not pipes: nobody has to read along to keep the program going.
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
    try Data().write(to: output)
    try Data().write(to: errors)

    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in done.resume() }
        do { try process.run() } catch { done.resume(throwing: error) }
      }
    } onCancel: {
      if process.isRunning { process.terminate() }
    }
    return Result(
      status: process.terminationStatus, lines: try Self.lines(of: output),
      errors: try Self.lines(of: errors))
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
