import Foundation
import ProgramTestSupport

/// Runs Harbor to its end, as a shell does.
///
/// - Parameters:
///   - arguments: The words behind the program.
///   - environment: What is added to the environment of the tests.
/// - Returns: What it left behind.
/// - Throws: What keeps it from being started.
func harbor(
  _ arguments: String..., environment: [String: String] = [:]
) async throws -> Command.Outcome {
  try await harbor(arguments, environment: environment)
}

/// Runs Harbor to its end, with words that are in an array.
func harbor(
  _ arguments: [String], environment: [String: String] = [:]
) async throws -> Command.Outcome {
  try await Command(
    executable: Bundle.main.bundleURL.appending(path: "harbor"), arguments: arguments,
    environment: environment
  ).result()
}

/// The JSON in a text.
func json(_ text: String) throws -> Any {
  try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
}
