import SwiftParser
import SwiftSyntax

/// A source file as text, with what it declares and names.
package struct SourceFile: Sendable {
  /// The text.
  package let text: String
  package let outline: SourceOutline

  /// Reads a text.
  package init(text: String) {
    self.text = text
    outline = SourceOutline()
  }
}
