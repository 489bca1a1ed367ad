import SourceInspection

/// Finds the range of a name near a source location, without parsing the file.
///
/// Records and uses have a line, and some have a column. The name may be in quotes, after a dot or
/// a word of its own. The search includes some of the following lines, because each argument of a
/// call may be on its own line.
struct NameSearch {
  /// The number of lines to search after the line of the location.
  private static let furtherLines = 6

  let lines: LineTable

  /// Returns the range of one of several names near a location.
  ///
  /// The nearest line with a name is selected first, then the first of the names in this line.
  ///
  /// - Parameters:
  ///   - names: The spellings, the most probable first.
  ///   - line: The line of the location, counted from 0.
  ///   - column: The number of bytes before the location in its line.
  /// - Returns: The range of the name, or of the rest of the line if none of the names is found.
  func range(ofAny names: [String], line: Int, column: Int) -> TextRange {
    for distance in 0...Self.furtherLines {
      for name in names {
        let start = distance == 0 ? column : 0
        if let found = firstColumn(of: name, line: line + distance, from: start) {
          let position = TextPosition(line: line + distance, column: found)
          return TextRange(
            position, TextPosition(line: position.line, column: found + name.utf8.count))
        }
      }
    }
    return restOfLine(line, from: column)
  }

  /// Returns all ranges of a name in the text.
  func ranges(of name: String) -> [TextRange] {
    (0..<lines.lineCount).flatMap { line -> [TextRange] in
      var ranges: [TextRange] = []
      var start = 0
      while let column = firstColumn(of: name, line: line, from: start) {
        start = column + name.utf8.count
        ranges.append(
          TextRange(
            TextPosition(line: line, column: column), TextPosition(line: line, column: start)))
      }
      return ranges
    }
  }

  /// Returns the column of a name in a line, ignoring occurrences inside a longer name.
  private func firstColumn(of name: String, line number: Int, from start: Int) -> Int? {
    guard 0..<lines.lineCount ~= number, !name.isEmpty else { return nil }
    let line = Array(lines.text(ofLine: number).utf8)
    let bytes = Array(name.utf8)
    guard line.count >= bytes.count, start <= line.count - bytes.count else { return nil }
    for offset in max(0, start)...(line.count - bytes.count) {
      let end = offset + bytes.count
      guard line[offset..<end].elementsEqual(bytes) else { continue }
      let before = offset > 0 ? line[offset - 1] : 0
      let after = end < line.endIndex ? line[end] : 0
      if !before.isPartOfName, !after.isPartOfName { return offset }
    }
    return nil
  }

  private func restOfLine(_ number: Int, from column: Int) -> TextRange {
    guard 0..<lines.lineCount ~= number else { return TextRange(lines.end, lines.end) }
    let line = lines.text(ofLine: number).utf8
    let indent = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let start = min(line.count, max(column, indent))
    return TextRange(
      TextPosition(line: number, column: start), TextPosition(line: number, column: line.count))
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte can be a part of an identifier.
  fileprivate var isPartOfName: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || self == UInt8(ascii: "_") || self >= 0x80
  }
}
