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

/// A part of a text, from a position up to another.
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
