import Foundation
import ProgramTestSupport

/// Runs Harbor to its end, as a shell does.
///
/// - Parameters:
///   - arguments: The words behind the program.
///   - environment: What is added to the environment of the tests.
func harbor(
  _ arguments: String..., environment: [String: String] = [:]
) async throws -> Command.Result {
  try await Command(
    executable: Bundle.main.bundleURL.appending(path: "harbor"), arguments: arguments,
    environment: environment
  ).result()
}

/// The JSON in a text.
func json(_ text: String) throws -> Any {
  try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
}

/// A folder that is gone with the last who holds it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    // Short: the path of a socket may have little more than a hundred letters.
    url = URL(filePath: "/tmp/harbor-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
