import SwiftParser
import SwiftSyntax

/// The syntax of a text that is edited.
struct EditedSyntax: Sendable {
  private var result: IncrementalParseResult
  /// The bytes of all texts that have been parsed since the last time that nothing was reused.
  private var parsedBytes: Int

  /// The number of bytes after which a text is parsed as a whole.
  ///
  /// A tree that takes parts from another keeps all of that, with a copy of its text.
  private static let mostBytes = 8 << 20

  var tree: SourceFileSyntax { result.tree }

  init(_ text: String) {
    result = Parser.parseIncrementally(source: text, parseTransition: nil)
    parsedBytes = text.utf8.count
  }

  /// Parses the text after an edit, except the declarations that have not changed.
  mutating func replace(_ range: Range<Int>, with replacement: String, in text: String) {
    guard parsedBytes < Self.mostBytes else {
      self = EditedSyntax(text)
      return
    }
    let positions =
      AbsolutePosition(
        utf8Offset: range.lowerBound)..<AbsolutePosition(
        utf8Offset: range.upperBound)
    let edit = SourceEdit(range: positions, replacement: replacement)
    let transition = IncrementalParseTransition(
      previousIncrementalParseResult: result, edits: ConcurrentEdits(edit))
    result = Parser.parseIncrementally(source: text, parseTransition: transition)
    parsedBytes += text.utf8.count
  }
}
