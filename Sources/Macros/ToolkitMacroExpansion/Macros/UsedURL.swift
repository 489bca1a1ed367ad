import SwiftSyntax
import SwiftSyntaxBuilder

/// A URL that a module calls.
///
/// `{}` represents a part that is only known at run time.
struct UsedURL {
  /// The URL, without the text in braces.
  let text: String

  /// Reads an argument.
  ///
  /// - Throws: An error at the argument if it is not a string literal, or not a URL with a scheme
  ///   and a host.
  init(_ argument: MacroArgument) throws {
    let written = try argument.string()
    guard let text = Self.withoutNames(written), Self.hasSchemeAndHost(text) else {
      throw ExpansionError.error(
        """
        '\(written)' is not a URL with a scheme and a host; write it as it is called, such as \
        'kl://Store/delete?id={}', where '{}' is a part that only the running program knows
        """,
        id: "invalidUsedURL", at: argument.expression)
    }
    self.text = text
  }

  /// Returns the error for a URL with interpolations, which `{}` can replace.
  static func interpolated(_ literal: StringLiteralExprSyntax) -> any Error {
    let parts = literal.segments.map { segment in
      segment.as(StringSegmentSyntax.self)?.content.text ?? "{}"
    }
    let replaced = StringLiteralExprSyntax(content: parts.joined())
    return ExpansionError.error(
      """
      '\(literal.trimmedDescription)' has a part that only the running program knows; write '{}' \
      in its place
      """,
      id: "interpolatedUsedURL", at: literal,
      fixIts: [Replacement.fixIt(of: ExprSyntax(literal), by: ExprSyntax(replaced))])
  }

  /// Returns the text with `{}` instead of each `{name}`.
  ///
  /// Returns `nil` if it has other braces or characters that are invalid in a URL.
  private static func withoutNames(_ text: String) -> String? {
    var result = ""
    var isInside = false
    for character in text {
      switch character {
      case "{":
        guard !isInside else { return nil }
        isInside = true
        result.append(character)
      case "}":
        guard isInside else { return nil }
        isInside = false
        result.append(character)
      case let other where other.isWhitespace || other == "\\": return nil
      default: if !isInside { result.append(character) }
      }
    }
    return isInside ? nil : result
  }

  private static func hasSchemeAndHost(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }
    let rest = text.dropFirst(scheme.count)
    guard rest.hasPrefix("://"), let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return false }
    return rest.dropFirst(3).first.map { !"/?#".contains($0) } ?? false
  }
}
