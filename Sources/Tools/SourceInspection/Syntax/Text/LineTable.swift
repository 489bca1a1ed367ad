/// The lines of a text.
///
/// Converts positions to byte offsets and to columns of other encodings.
///
/// A line ends with a line feed, a carriage return, or both in this order. Positions after the end
/// of a line or of the text are treated as this end.
package struct LineTable: Sendable {
  /// The encoding whose units an editor counts as columns.
  package enum Encoding: Sendable, Hashable, CaseIterable {
    case utf8, utf16, utf32
  }

  private let text: String
  /// The offset of the first byte of each line.
  private let starts: [Int]

  /// Finds the lines of a text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    starts = Self.starts(in: text.utf8.span)
  }

  private static func starts(in bytes: Span<UInt8>) -> [Int] {
    var starts = [0]
    var isAfterReturn = false
    for offset in bytes.indices {
      let byte = bytes[offset]
      // A carriage return ends its line when the next byte is known to be no line feed.
      if isAfterReturn, byte != UInt8(ascii: "\n") { starts.append(offset) }
      isAfterReturn = byte == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }
    if isAfterReturn { starts.append(bytes.count) }
    return starts
  }

  package var lineCount: Int { starts.count }

  /// The position after the last byte.
  package var end: TextPosition { position(atOffset: text.utf8.count) }

  /// Returns the position of a byte.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of lines.
  package func position(atOffset offset: Int) -> TextPosition {
    let offset = min(max(0, offset), text.utf8.count)
    // The first line that starts after the byte is found with a binary search.
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return TextPosition(line: low - 1, column: offset - starts[low - 1])
  }

  /// Returns the offset of the byte at a position.
  package func offset(of position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return text.utf8.count }
    let line = byteRange(ofLine: position.line)
    return min(line.lowerBound + max(0, position.column), line.upperBound)
  }

  /// Returns the bytes of a line, without its end.
  package func byteRange(ofLine line: Int) -> Range<Int> {
    guard starts.indices.contains(line) else { return text.utf8.count..<text.utf8.count }
    let start = starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] : text.utf8.count
    while end > start, Self.isLineEnd(byte(at: end - 1)) { end -= 1 }
    return start..<end
  }

  /// Returns the text of a line, without its end.
  package func text(ofLine line: Int) -> Substring {
    let range = byteRange(ofLine: line)
    return text[index(range.lowerBound)..<index(range.upperBound)]
  }

  /// Returns the text of a range.
  package func text(in range: TextRange) -> Substring {
    let start = offset(of: range.start)
    return text[index(start)..<index(max(start, offset(of: range.end)))]
  }

  /// Returns the byte before a position, or `nil` at the start of a line.
  package func byte(before position: TextPosition) -> UInt8? {
    let line = byteRange(ofLine: position.line)
    let offset = offset(of: position)
    return line.lowerBound < offset ? byte(at: offset - 1) : nil
  }

  /// Returns the number of units before a position in its line.
  package func column(of position: TextPosition, in encoding: Encoding) -> Int {
    guard starts.indices.contains(position.line) else { return 0 }
    let line = byteRange(ofLine: position.line)
    let end = min(line.lowerBound + max(0, position.column), line.upperBound)
    return encoding == .utf8
      ? end - line.lowerBound
      : units(in: line.lowerBound..<end, encoding)
  }

  /// Returns the position after a number of units in a line.
  ///
  /// Inside a character, returns the position before it.
  package func position(line: Int, column: Int, in encoding: Encoding) -> TextPosition {
    guard line >= 0 else { return TextPosition(line: 0, column: 0) }
    guard line < starts.count else { return position(atOffset: text.utf8.count) }
    var left = max(0, column)
    var bytes = 0
    for scalar in text(ofLine: line).unicodeScalars {
      left -= Self.width(of: scalar, in: encoding)
      if left < 0 { break }
      bytes += Self.width(of: scalar, in: .utf8)
    }
    return TextPosition(line: line, column: bytes)
  }

  private func units(in range: Range<Int>, _ encoding: Encoding) -> Int {
    var count = 0
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = byte(at: offset)
      // Each scalar has one byte that is no continuation, and two units of UTF-16 if it has four.
      let isFirst = byte & 0b1100_0000 != 0b1000_0000
      if isFirst { count += encoding == .utf16 && byte >= 0b1111_0000 ? 2 : 1 }
      offset += 1
    }
    return count
  }

  private static func width(of scalar: Unicode.Scalar, in encoding: Encoding) -> Int {
    switch encoding {
    case .utf8: UTF8.width(scalar)
    case .utf16: UTF16.width(scalar)
    case .utf32: 1
    }
  }

  private func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }

  private func byte(at offset: Int) -> UInt8 { text.utf8[index(offset)] }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

/// A range of a text, from a position up to another.
package struct TextRange: Sendable, Hashable, Codable {
  package var start: TextPosition
  package var end: TextPosition

  package init(_ start: TextPosition, _ end: TextPosition) {
    self.start = start
    self.end = end
  }

  /// Returns whether a position is in the range, or at its end.
  package func touches(_ position: TextPosition) -> Bool { start <= position && position <= end }
}

/// A position in a text, counted from 0.
package struct TextPosition: Sendable, Hashable, Comparable, Codable {
  package var line: Int
  /// The number of UTF-8 bytes before it in its line.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
