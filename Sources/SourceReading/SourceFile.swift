import SwiftParser
import SwiftSyntax

/// A source file as text, with what it declares and names.
///
/// It is read by its syntax alone, so that a file is understood in the midst of an edit.
package struct SourceFile: Sendable {
  /// The text.
  package let text: String
  /// The lines of the text.
  package let lines: LineTable
  package let outline: SourceOutline

  /// Reads a text.
  package init(text: String) {
    self.text = text
    lines = LineTable(text)
    outline = SourceOutline(Parser.parse(source: text), lines)
  }

  /// Takes over a text with an outline that is known already.
  package init(text: String, outline: SourceOutline) {
    self.text = text
    lines = LineTable(text)
    self.outline = outline
  }
}
