import SwiftParser
package import SwiftSyntax
import SwiftSyntaxBuilder

extension SyntaxProtocol {
  /// The source on one line.
  package var oneLine: String {
    trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// The text as a string literal.
  package var asLiteral: ExprSyntax { ExprSyntax(StringLiteralExprSyntax(content: self)) }

  /// The name as an identifier, in back-ticks if it is a word of the language.
  package var asIdentifier: String { isPlainIdentifier ? self : "`\(self)`" }

  /// The name as an argument's label, for which only `inout` and the like need
  /// back-ticks.
  package var asLabel: String {
    ["inout", "var", "let"].contains(self) || !isPlainName ? "`\(self)`" : self
  }

  private var isPlainName: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && first?.isNumber == false
  }

  private var isPlainIdentifier: Bool {
    isValidSwiftIdentifier(for: .memberAccess)
  }
}
