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
