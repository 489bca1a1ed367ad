import RoutePatterns
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// The path of a route as it stands in the source.
struct RouteLiteral {
  let text: String
  let expression: ExprSyntax
  /// Where the text begins, if it stands in the source just as it is; with
  /// escapes, or on lines of its own, it does not.
  private let start: AbsolutePosition?

  /// - Throws: An error at the argument if it is no string literal.
  init(_ argument: MacroArgument) throws {
    text = try argument.string()
    expression = argument.expression
    if let literal = argument.expression.as(StringLiteralExprSyntax.self),
      literal.openingQuote.tokenKind == .stringQuote, literal.segments.count <= 1,
      case let segment = literal.segments.first?.as(StringSegmentSyntax.self)?.content,
      segment?.text ?? "" == text
    {
      start = literal.openingQuote.endPosition
    } else {
      start = nil
    }
  }

  // MARK: - Errors

  /// An error at a place in the text; at the whole literal if that place cannot be
  /// told.
  ///
  /// The compiler forgets the place when it takes a macro's errors over, so that
  /// the message has to say it too.
  func error(
    _ message: String, id: String, at offset: Int, fixIts: [FixIt] = []
  ) -> DiagnosticsError {
    ExpansionError.error(
      message, id: id, at: expression,
      position: start.map { $0.advanced(by: min(max(0, offset), text.utf8.count)) },
      fixIts: fixIts)
  }

  /// What Khala would say of the pattern, at its place.
  ///
  /// - Parameters:
  ///   - error: What is wrong with the pattern.
  ///   - prefix: How many bytes of the pattern stand before this text.
  /// - Returns: The error to throw.
  func error(_ error: RoutePatternError, behind prefix: Int) -> DiagnosticsError {
    let offset = error.offset - prefix
    return self.error(
      "the route pattern '\(text)' is wrong at offset \(offset): \(error.message)",
      id: "invalidRoute", at: offset,
      fixIts: error.corrections.filter { $0.range.lowerBound >= prefix }.map {
        fixIt(
          replacing: $0.range.lowerBound - prefix..<$0.range.upperBound - prefix,
          by: $0.replacement)
      })
  }

  // MARK: - Ways out

  /// The fix-it that writes something in the place of these bytes of the text.
  func fixIt(replacing range: Range<Int>, by replacement: String) -> FixIt {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range, with: replacement.utf8)
    let changed = ExprSyntax(
      StringLiteralExprSyntax(content: String(decoding: bytes, as: UTF8.self)))
    guard let start, !replacement.contains(where: { #""\"#.contains($0) }) else {
      return Replacement.fixIt(of: expression, by: changed)
    }
    return FixIt(
      message: Replacement(message: "replace it with '\(changed)'"),
      changes: [
        .replaceText(
          range: start.advanced(by: range.lowerBound)..<start.advanced(by: range.upperBound),
          with: replacement, in: Syntax(expression))
      ])
  }
}
