/// A source file as text, with its declarations and names.
///
/// Only its syntax is read, so a file can be read while it is being edited. If a text is longer
/// than 1,000,000 bytes, or has a ``problem``, its outline is empty.
package struct SourceFile: Sendable {
  /// The text.
  package private(set) var text: String
  /// The lines of the text.
  package private(set) var lines: LineTable
  private var parsed: ParsedSource
  private let parse: SourceParsing

  package var outline: SourceOutline { parsed.outline }
  /// The reason why the text was not read, or `nil` if it was read.
  package var problem: String? { parsed.problem }

  /// Creates a source file.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - parse: Parses the text and edited parts. By default, this process parses them.
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

  /// Replaces a part of the text, and reads the changed part again.
  ///
  /// If the text has no errors, this is the edited declaration or statement at the top level, and
  /// otherwise the whole text.
  ///
  /// Positions after the end of a line or of the text are treated as this end, and a position
  /// inside a character is treated as its start.
  package mutating func replace(_ range: TextRange, with replacement: String) {
    let offsets = text.scalarOffsets(lines.offset(of: range.start), lines.offset(of: range.end))
    text.replace(offsets, with: replacement)
    let old = lines
    lines = LineTable(text)
    // This does not use `Parser.parseIncrementally`. After some edits, its tree differs from the
    // tree of the whole text, and after others, it crashes (Swift 6.3.1).
    let edited = parsed.parts?.replace(
      offsets, by: replacement.utf8.count, in: text, parse: parse)
    guard let edited else {
      // If a text exhausts the parser, each edit of the text would, too.
      if parsed.problem == nil || parsed == .tooLong { readAgain() }
      return
    }
    parsed.outline.replace(
      with: edited.outline, from: old.position(atOffset: edited.start),
      to: old.position(atOffset: edited.end), lineChange: lines.lineCount - old.lineCount)
  }

  /// Reads the whole text, even if this failed before.
  package mutating func readAgain() { parsed = parse(text, false) }

  /// Creates a source file with a known outline.
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
