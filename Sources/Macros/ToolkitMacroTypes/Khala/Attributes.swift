import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

extension AttributeListSyntax {
  /// A Boolean value that indicates whether these attributes make a declaration unavailable.
  var isUnavailable: Bool {
    all(named: "available").contains { attribute in
      guard let arguments = attribute.arguments?.as(AvailabilityArgumentListSyntax.self) else {
        return false
      }
      let words = arguments.map(\.argument.trimmedDescription)
      return words.first == "*" && words.contains("unavailable")
    }
  }

  /// The condition for `#available` that the short form of `@available` has.
  var availability: String? {
    for attribute in all(named: "available") {
      guard let arguments = attribute.arguments?.as(AvailabilityArgumentListSyntax.self),
        arguments.last?.argument.trimmedDescription == "*", arguments.count > 1,
        // Versions of the language are known when the program is compiled.
        arguments.first?.argument.trimmedDescription.hasPrefix("swift") == false
      else { continue }
      return arguments.trimmedDescription
    }
    return nil
  }
}

/// A macro that only marks a declaration.
enum Marker {
  /// The fix-it that writes an attribute on a line of its own before a
  /// declaration.
  static func fixIt(adding attribute: String, to declaration: DeclSyntax) -> FixIt {
    fixIt("add '\(attribute)'", to: declaration) { indentation in
      [.unexpectedText("\(attribute)\n\(indentation)")]
    }
  }

  /// The fix-it that writes an attribute before the first word of a declaration.
  static func fixIt(
    _ message: String, to declaration: DeclSyntax, _ text: (String) -> Trivia
  ) -> FixIt {
    let token = declaration.firstToken(viewMode: .sourceAccurate) ?? .identifier("")
    let indentation = token.leadingTrivia.reversed().prefix { !$0.isNewline }.reversed()
      .map { piece in Trivia(pieces: [piece]).description }.joined()
    return FixIt(
      message: Replacement(message: message),
      changes: [
        .replaceLeadingTrivia(
          token: token, newTrivia: token.leadingTrivia + text(indentation))
      ])
  }

  /// The fix-it that takes an attribute away from a declaration.
  static func fixIt(removing attribute: AttributeSyntax, from declaration: DeclSyntax) -> FixIt {
    Replacement.removing(
      attribute, message: "remove '@\(attribute.attributeName.trimmedDescription)'")
  }
}

extension Replacement {
  /// The fix-it that writes other words in the place of a keyword.
  static func fixIt(of keyword: TokenSyntax, by words: String) -> FixIt {
    FixIt(
      message: Replacement(message: "replace it with '\(words)'"),
      changes: [
        .replace(
          oldNode: Syntax(keyword),
          newNode: Syntax(
            TokenSyntax.identifier(words)
              .with(\.leadingTrivia, keyword.leadingTrivia)
              .with(\.trailingTrivia, keyword.trailingTrivia)))
      ])
  }

  /// The fix-it that lets a function throw.
  static func addingThrows(to function: FunctionDeclSyntax) -> FixIt {
    let before: TokenSyntax =
      function.signature.effectSpecifiers?.asyncSpecifier
      ?? function.signature.parameterClause.rightParen
    return FixIt(
      message: Replacement(message: "add 'throws'"),
      changes: [
        .replaceText(
          range: before.endPositionBeforeTrailingTrivia..<before.endPositionBeforeTrailingTrivia,
          with: " throws", in: Syntax(before))
      ])
  }
}
