import Foundation
import ProgramTestSupport

/// A program beside the tests, which a test starts to see what comes to it
/// before `main` and at launch.
struct FixtureProgram {
  /// The name of the executable.
  let name: String

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The situation, and what it needs.
  ///   - environment: What is added to the environment of the tests.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: What Foundation says if the program cannot be started.
  func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Command.Outcome {
    try await Command(
      executable: Bundle.main.bundleURL.appending(path: name), arguments: arguments,
      environment: environment
    ).result()
  }
}
