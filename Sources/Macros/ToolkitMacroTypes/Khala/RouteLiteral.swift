import RoutePatterns
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// The path of a route in the source.
struct RouteLiteral {
  private let literal: TextLiteral

  var text: String { literal.text }
  var expression: ExprSyntax { literal.expression }

  /// Creates the path of an argument.
  ///
  /// - Throws: An error at the argument if it is not a string literal.
  init(_ argument: MacroArgument) throws {
    literal = try TextLiteral(argument)
  }

  // MARK: - Errors

  /// Returns an error at an offset in the text.
  func error(
    _ message: String, id: String, at offset: Int, fixIts: [FixIt] = []
  ) -> DiagnosticsError {
    literal.error(message, id: id, at: offset, fixIts: fixIts)
  }

  /// Returns the error of Khala for the pattern, at its place in the source.
  ///
  /// - Parameters:
  ///   - error: The problem with the pattern.
  ///   - prefix: The number of bytes of the pattern before this text.
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

  /// Creates a fix-it that replaces these bytes of the text.
  func fixIt(replacing range: Range<Int>, by replacement: String) -> FixIt {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range, with: replacement.utf8)
    let changed = ExprSyntax(
      StringLiteralExprSyntax(content: String(decoding: bytes, as: UTF8.self)))
    guard let start = literal.start, !replacement.contains(where: { #""\"#.contains($0) }) else {
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
