import SwiftDiagnostics
import SwiftSyntax
import ToolkitMacroExpansion

/// A text as it stands in the source, with the places in it that errors are about.
struct TextLiteral {
  let text: String
  let expression: ExprSyntax
  /// The beginning of the text, if it stands in the source just as it is; with escapes, or
  /// on lines of its own, it does not.
  let start: AbsolutePosition?

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

  /// An error at a place in the text; at the whole literal if that place is not
  /// known.
  ///
  func error(
    _ message: String, id: String, at offset: Int, fixIts: [FixIt] = []
  ) -> DiagnosticsError {
    ExpansionError.error(
      message, id: id, at: expression,
      position: start.map { $0.advanced(by: min(max(0, offset), text.utf8.count)) },
      fixIts: fixIts)
  }
}
