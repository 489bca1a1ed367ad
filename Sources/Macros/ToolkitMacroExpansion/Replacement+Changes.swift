package import SwiftDiagnostics
package import SwiftSyntax

/// Changes of a source other than the replacement of an expression.
extension Replacement {
  /// Creates a fix-it that removes a part of the source, including the space after it.
  package static func removing(_ node: some SyntaxProtocol, message: String? = nil) -> FixIt {
    FixIt(
      message: Replacement(message: message ?? "remove '\(node.trimmedDescription)'"),
      changes: [
        .replaceText(
          range: node.positionAfterSkippingLeadingTrivia..<node.endPosition, with: "",
          in: Syntax(node))
      ])
  }

  /// Creates a fix-it that replaces a part of the source with a text.
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

  /// Creates a fix-it that inserts a text after a token.
  package static func inserting(
    _ text: String, behind token: TokenSyntax, message: String
  ) -> FixIt {
    let end = token.endPositionBeforeTrailingTrivia
    return FixIt(
      message: Replacement(message: message),
      changes: [.replaceText(range: end..<end, with: text, in: Syntax(token))])
  }

  /// Creates a fix-it that inserts a word before a keyword.
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
