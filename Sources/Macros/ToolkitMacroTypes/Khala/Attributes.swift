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

  /// The condition for `#available` that corresponds to the short form of `@available`.
  var availability: String? {
    for attribute in all(named: "available") {
      guard let arguments = attribute.arguments?.as(AvailabilityArgumentListSyntax.self),
        arguments.last?.argument.trimmedDescription == "*", arguments.count > 1,
        // Versions of the language are known at compile time.
        arguments.first?.argument.trimmedDescription.hasPrefix("swift") == false
      else { continue }
      return arguments.trimmedDescription
    }
    return nil
  }
}

/// Functions for macros that only mark a declaration.
enum Marker {
  /// Creates a fix-it that adds an attribute on a separate line before a declaration.
  static func fixIt(adding attribute: String, to declaration: DeclSyntax) -> FixIt {
    fixIt("add '\(attribute)'", to: declaration) { indentation in
      [.unexpectedText("\(attribute)\n\(indentation)")]
    }
  }

  /// Creates a fix-it that adds an attribute before the first word of a declaration.
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

  /// Creates a fix-it that removes an attribute from a declaration.
  static func fixIt(removing attribute: AttributeSyntax, from declaration: DeclSyntax) -> FixIt {
    Replacement.removing(
      attribute, message: "remove '@\(attribute.attributeName.trimmedDescription)'")
  }
}

extension Replacement {
  /// Creates a fix-it that replaces a keyword with other words.
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

  /// Creates a fix-it that adds `throws` to a function.
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
