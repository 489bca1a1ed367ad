import Foundation
import ProgramTestSupport

/// The programs that modkit reads here, beside it.
enum Program {
  /// An app that is in order.
  static let harbor = path(of: "harbor")
  /// A program that declares much that is wrong.
  static let wiring = path(of: "WiringFixture")

  static func path(of name: String) -> String { Bundle.main.bundleURL.appending(path: name).path }
}

/// Runs modkit to its end, as a shell does.
///
/// - Parameters:
///   - arguments: The words behind the program.
///   - folder: Where it runs.
/// - Returns: What it left behind.
/// - Throws: What keeps it from being started.
func modkit(_ arguments: String..., in folder: URL? = nil) async throws -> Command.Outcome {
  try await Command(
    executable: URL(filePath: Program.path(of: "modkit")), arguments: arguments, folder: folder
  ).result()
}

/// The JSON in a text.
func json<Value>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
  let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  guard let value = value as? Value else { throw CocoaError(.coderReadCorrupt) }
  return value
}
