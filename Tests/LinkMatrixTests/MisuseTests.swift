import Foundation
import Testing

/// Fixtures that must not compile, and what the compiler must say.
///
/// A comment `// expected-error: part of a message` stands on a line of its own
/// above the line that is wrong.
@Suite(.linkMatrix, .enoughTime)
struct MisuseTests {
  @Test(
    arguments: ["Places", "main", "Arguments", "Values", "Effects", "Isolation", "Circular"])
  func `What cannot be a record is refused where it is written`(file: String) async throws {
    let path = Fixture.file("Misuse/\(file).swift")
    let source = try String(contentsOfFile: path, encoding: .utf8)
    let workshop = try await Workshop("Misuse")
    // In one go, because a first look at the declarations alone would end at the
    // errors in those.
    let result = try await workshop.compilation(
      of: "Misuse", [path], options: ["-whole-module-optimization"]
    ).result()
    #expect(!result.succeeded)

    let errors = Self.errors(in: result.errors, about: path)
    let expected = Self.expectations(in: source)
    #expect(!expected.isEmpty)
    for (line, part) in expected {
      #expect(
        errors.contains { $0.line == line && $0.message.contains(part) },
        "line \(line) of \(file).swift must fail with '\(part)':\n\(result.errors)")
    }
    for (line, message) in errors {
      #expect(
        expected.contains { $0.line == line },
        "line \(line) of \(file).swift fails unexpectedly: \(message)")
    }
  }

  private typealias Message = (line: Int, message: String)

  /// What the comments of a fixture announce, for the line below them.
  private static func expectations(in source: String) -> [Message] {
    let marker = "// expected-error: "
    let lines = source.components(separatedBy: "\n")
    return lines.enumerated().compactMap { index, line in
      guard let start = line.range(of: marker) else { return nil }
      return (line: index + 2, message: String(line[start.upperBound...]))
    }
  }

  /// The errors that the compiler printed.
  ///
  /// One inside an expansion counts for the line on which the macro was used, which
  /// a note behind it gives.
  private static func errors(in output: String, about path: String) -> [Message] {
    var errors: [Message] = []
    var inExpansion: [String] = []
    for line in output.components(separatedBy: "\n") {
      guard let match = line.wholeMatch(of: /(.+?):(\d+):\d+: (error|note): (.*)/),
        let number = Int(match.2)
      else { continue }
      let message = String(match.4)
      switch (match.3, match.1 == path) {
      case ("error", true):
        errors.append((number, message))
      case ("error", false):
        inExpansion.append(message)
      case ("note", true) where message.hasPrefix("in expansion of macro"):
        errors += inExpansion.map { (number, $0) }
        inExpansion = []
      default:
        break
      }
    }
    return errors
  }
}
