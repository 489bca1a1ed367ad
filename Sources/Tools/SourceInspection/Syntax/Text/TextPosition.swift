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
