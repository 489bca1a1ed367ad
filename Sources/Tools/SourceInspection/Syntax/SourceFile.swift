/// A source file as text, with what it declares and names.
///
/// It is read by its syntax alone, so that a file is understood in the midst of an edit. A text
/// has an empty outline if it is longer than 1,000,000 bytes, or if its ``problem`` says so.
package struct SourceFile: Sendable {
  /// The text.
  package private(set) var text: String
  /// The lines of the text.
  package private(set) var lines: LineTable
  private var parsed: ParsedSource
  private let parse: SourceParsing

  package var outline: SourceOutline { parsed.outline }
  /// The reason for which the text was not read; `nil` if it was.
  package var problem: String? { parsed.problem }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - parse: Parses it, and what is edited; by default in this process.
  package init(
    text: String, parse: @escaping SourceParsing = { ParsedSource($0, isPart: $1) }
  ) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    self.parse = parse
    lines = LineTable(text)
    parsed = parse(text, false)
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
    let edited = parsed.parts?.replace(
      offsets, by: replacement.utf8.count, in: text, parse: parse)
    guard let edited else {
      // Each edit of a text that exhausts the parser would exhaust it again.
      if parsed.problem == nil || parsed == .tooLong { readAgain() }
      return
    }
    parsed.outline.replace(
      with: edited.outline, from: old.position(atOffset: edited.start),
      to: old.position(atOffset: edited.end), lineChange: lines.lineCount - old.lineCount)
  }

  /// Reads the whole text, also if it could not be read before.
  package mutating func readAgain() { parsed = parse(text, false) }

  /// Takes over a text with an outline that is known already.
  package init(text: String, outline: SourceOutline) {
    self.text = text
    lines = LineTable(text)
    parsed = ParsedSource(outline: outline)
    parse = { ParsedSource($0, isPart: $1) }
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
