/// A source file as text, with what it declares and names.
///
/// It is read by its syntax alone, so that a file is understood in the midst of an edit. A text
/// has an empty outline if it is longer than 1,000,000 bytes, nests hundreds of brackets, or has
/// more than 1,024 postfix operators `!` and `?` in a line.
package struct SourceFile: Sendable {
  /// The text.
  package private(set) var text: String
  /// The lines of the text.
  package private(set) var lines: LineTable
  package private(set) var outline: SourceOutline

  /// The parts that can be parsed alone; `nil` if there are errors, or nothing was parsed.
  private var parts: SourceParts?

  /// Reads a text.
  package init(text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    lines = LineTable(text)
    (outline, parts) = SourceOutline.read(text, lines)
  }

  /// Replaces a part of the text, and reads what has changed.
  ///
  /// As long as there are no errors, that is the declaration or statement at the top level that
  /// has the edit, and otherwise the whole text.
  ///
  /// Positions beyond the end of a line or of the text count as that end, and one in the midst of
  /// a character as its beginning.
  package mutating func replace(_ range: TextRange, with replacement: String) {
    let offsets = text.scalarOffsets(lines.offset(of: range.start), lines.offset(of: range.end))
    text.replace(offsets, with: replacement)
    let old = lines
    lines = LineTable(text)
    // Not by `Parser.parseIncrementally`: after some edits its tree is another than that of the
    // whole text, and after some it crashes (Swift 6.3.1).
    let edited = parts?.replace(offsets, by: replacement.utf8.count, in: text)
    guard let edited else {
      (outline, parts) = SourceOutline.read(text, lines)
      return
    }
    outline.replace(
      with: edited.outline, from: old.position(atOffset: edited.start),
      to: old.position(atOffset: edited.end), lineChange: lines.lineCount - old.lineCount)
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
