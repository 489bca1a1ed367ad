import SwiftSyntax

/// The text of a string literal, and the bytes between its quotes.
struct LiteralText {
  /// The value: escapes are replaced, and what is interpolated is `{}`.
  let text: String
  /// The offsets of the bytes between the quotes.
  let range: Range<Int>

  init(_ literal: StringLiteralExprSyntax) {
    let isOpen = literal.closingQuote.presence == .missing || literal.closingQuote.text.isEmpty
    let pounds = literal.openingPounds?.text.utf8.count ?? 0
    let start = literal.openingQuote.endPositionBeforeTrailingTrivia.utf8Offset
    var text = ""
    var first: Int?
    var end = start
    for segment in literal.segments {
      guard let segment = segment.as(StringSegmentSyntax.self) else {
        text += "{}"
        first = first ?? segment.positionAfterSkippingLeadingTrivia.utf8Offset
        end = segment.endPositionBeforeTrailingTrivia.utf8Offset
        continue
      }
      let content = segment.content
      first = first ?? content.positionAfterSkippingLeadingTrivia.utf8Offset
      let source = isOpen ? Self.closed(content.text) : content.text[...]
      text += StringEscapes.replaced(in: source, pounds: pounds)
      end = content.positionAfterSkippingLeadingTrivia.utf8Offset + source.utf8.count
      // Behind it is code that the parser takes for text.
      if source.endIndex != content.text.endIndex { break }
    }
    self.text = text
    range = (first ?? start)..<max(first ?? start, end)
  }

  /// Returns the part of an unfinished literal that is likely to be its text.
  ///
  /// While it is typed, the rest of the line follows: `Khala(str: "kl://Car)?.call()`.
  private static func closed(_ content: String) -> Substring {
    content.prefix { !$0.isWhitespace && !"),;".contains($0) }
  }
}
