import Foundation
import ProgramTestSupport
import Testing

/// What the compiler must say about a fixture that must not compile.
///
/// A comment `// expected-error: part of a message` stands on a line of its own
/// above the line that is wrong; `// expected-error(6): …` counts in that language
/// mode only, and `// expected-error@28: …` asks for the column, too.
struct ExpectedErrors {
  private typealias Message = (line: Int, column: Int, message: String)

  private let path: String
  private let expected: [(line: Int, column: Int?, message: String)]

  /// Reads the comments of a fixture.
  init(in path: String, languageMode: Int = 6) throws {
    self.path = path
    let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    expected = lines.enumerated().compactMap { index, line in
      guard let match = line.firstMatch(of: /\/\/ expected-error(?:\((\d)\))?(?:@(\d+))?: (.*)/),
        match.1.map({ $0 == "\(languageMode)" }) ?? true
      else { return nil }
      return (line: index + 2, column: match.2.flatMap { Int($0) }, message: String(match.3))
    }
  }

  /// Compares them with what the compiler said: neither more nor less.
  func check(_ result: Command.Outcome) {
    #expect(!result.succeeded)
    #expect(!expected.isEmpty)
    let file = URL(filePath: path).lastPathComponent
    let errors = errors(in: result.errors)
    for (line, column, part) in expected {
      #expect(
        errors.contains {
          $0.line == line && $0.column == column ?? $0.column && $0.message.contains(part)
        },
        "line \(line) of \(file) must fail with '\(part)':\n\(result.errors)")
    }
    for (line, _, message) in errors {
      #expect(
        expected.contains { $0.line == line },
        "line \(line) of \(file) fails unexpectedly: \(message)")
    }
  }

  /// The errors that the compiler printed.
  ///
  /// One inside an expansion counts for the line on which the macro was used, which
  /// a note behind it gives.
  private func errors(in output: String) -> [Message] {
    var errors: [Message] = []
    var inExpansion: [String] = []
    for line in output.components(separatedBy: "\n") {
      guard let match = line.wholeMatch(of: /(.+?):(\d+):(\d+): (error|note): (.*)/),
        let number = Int(match.2), let column = Int(match.3)
      else { continue }
      let message = String(match.5)
      switch (match.4, match.1 == path) {
      case ("error", true):
        errors.append((number, column, message))
      case ("error", false):
        inExpansion.append(message)
      case ("note", true) where message.hasPrefix("in expansion of macro"):
        errors += inExpansion.map { (number, column, $0) }
        inExpansion = []
      default:
        break
      }
    }
    return errors
  }
}
