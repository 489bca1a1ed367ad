import SwiftParser
import SwiftSyntax

/// A source file as text, with what it declares and names.
///
/// It is read by its syntax alone, so that a file is understood in the midst of an edit.
package struct SourceFile: Sendable {
  /// The text.
  package private(set) var text: String
  /// The lines of the text.
  package private(set) var lines: LineTable
  package private(set) var outline: SourceOutline

  /// The syntax, from which the next edit takes what it leaves as it is.
  private var syntax: EditedSyntax?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - keepsSyntax: Whether the syntax is kept for edits: it makes them cheap, and takes
  ///     about fifty times the memory of the text.
  package init(text: String, keepsSyntax: Bool = false) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    let lines = LineTable(text)
    self.lines = lines
    if keepsSyntax {
      let syntax = EditedSyntax(text)
      outline = SourceOutline(TellingWords(in: text), lines) { syntax.tree }
      self.syntax = syntax
    } else {
      outline = SourceOutline(TellingWords(in: text), lines) { Parser.parse(source: text) }
    }
  }

  /// Replaces a part of the text, and reads what has changed.
  ///
  /// The syntax is kept from then on. Positions beyond the end of a line or of the text count as
  /// that end, and one in the midst of a character as its beginning.
  package mutating func replace(_ range: TextRange, with replacement: String) {
    let offsets = text.scalarOffsets(lines.offset(of: range.start), lines.offset(of: range.end))
    text.replace(offsets, with: replacement)
    lines = LineTable(text)
    var edited = syntax ?? EditedSyntax(text)
    if syntax != nil { edited.replace(offsets, with: replacement, in: text) }
    syntax = edited
    outline = SourceOutline(TellingWords(in: text), lines) { edited.tree }
  }

  /// Takes over a text with an outline that is known already.
  package init(text: String, outline: SourceOutline) {
    self.text = text
    lines = LineTable(text)
    self.outline = outline
  }
}

extension String {
  /// Returns a range of bytes that does not divide a scalar.
  fileprivate func scalarOffsets(_ start: Int, _ end: Int) -> Range<Int> {
    let rounded = { (offset: Int) in
      var offset = offset
      while offset > 0, offset < utf8.count, utf8[index(offset)] & 0b1100_0000 == 0b1000_0000 {
        offset -= 1
      }
      return offset
    }
    return rounded(min(start, end))..<rounded(max(start, end))
  }

  fileprivate mutating func replace(_ offsets: Range<Int>, with replacement: String) {
    unicodeScalars.replaceSubrange(
      index(offsets.lowerBound)..<index(offsets.upperBound), with: replacement.unicodeScalars)
    makeContiguousUTF8()
  }

  private func index(_ offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
}
