import SwiftSyntax

/// The documentation comment before a declaration.
enum Documentation {
  /// Returns the text without its marks; `nil` if there is none.
  static func text(of declaration: some SyntaxProtocol) -> String? {
    guard let first = declaration.firstToken(viewMode: .sourceAccurate) else { return nil }
    var lines: [Substring] = []
    for piece in first.leadingTrivia {
      switch piece {
      case .docLineComment(let text): lines.append(line(text))
      case .docBlockComment(let text): lines = block(text)
      // What another comment or an empty line parts from the declaration is not about it.
      case .lineComment, .blockComment: lines = []
      case .newlines(let count) where count > 1: lines = []
      case .carriageReturnLineFeeds(let count) where count > 1: lines = []
      default: break
      }
    }
    let text = lines.joined(separator: "\n")
    return lines.isEmpty ? nil : text
  }

  /// Returns the text behind `///`, and behind the space that usually follows.
  private static func line(_ text: String) -> Substring {
    let line = text.dropFirst(3)
    return line.first == " " ? line.dropFirst() : line
  }

  /// Returns the lines between `/**` and `*/`, without the stars before them.
  private static func block(_ text: String) -> [Substring] {
    let inside = text.dropFirst(3).dropLast(text.hasSuffix("*/") ? 2 : 0)
    let lines = inside.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line -> Substring in
        let line = line.drop(while: \.isWhitespace)
        guard line.first == "*" else { return line }
        return line.dropFirst().first == " " ? line.dropFirst(2) : line.dropFirst()
      }
    let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    return Array(lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed())
  }
}
