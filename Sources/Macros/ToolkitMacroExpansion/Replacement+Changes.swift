package import SwiftDiagnostics
package import SwiftSyntax

/// Changes of a source that are more than one expression for another.
extension Replacement {
  /// The fix-it that takes a piece of source away, with the space behind it.
  package static func removing(_ node: some SyntaxProtocol, message: String? = nil) -> FixIt {
    FixIt(
      message: Replacement(message: message ?? "remove '\(node.trimmedDescription)'"),
      changes: [
        .replaceText(
          range: node.positionAfterSkippingLeadingTrivia..<node.endPosition, with: "",
          in: Syntax(node))
      ])
  }

  /// The fix-it that writes a text in the place of a piece of source.
  package static func replacing(_ node: some SyntaxProtocol, by text: String, message: String)
    -> FixIt
  {
    FixIt(
      message: Replacement(message: message),
      changes: [
        .replaceText(
          range:
            node.positionAfterSkippingLeadingTrivia..<node.endPositionBeforeTrailingTrivia,
          with: text, in: Syntax(node))
      ])
  }

  /// The fix-it that writes a text behind a token.
  package static func inserting(
    _ text: String, behind token: TokenSyntax, message: String
  ) -> FixIt {
    let end = token.endPositionBeforeTrailingTrivia
    return FixIt(
      message: Replacement(message: message),
      changes: [.replaceText(range: end..<end, with: text, in: Syntax(token))])
  }

  /// The fix-it that writes a word before a keyword.
  package static func fixIt(_ message: String, adding word: String, before keyword: TokenSyntax)
    -> FixIt
  {
    FixIt(
      message: Replacement(message: message),
      changes: [
        .replaceLeadingTrivia(
          token: keyword, newTrivia: keyword.leadingTrivia + .unexpectedText("\(word) "))
      ])
  }
}
