import SwiftSyntax

/// The top-level declarations and statements of a source, each of which can be parsed alone.
struct SourceParts: Sendable, Equatable, Codable {
  /// A declaration or statement, with the whitespace and comments before it.
  private struct Part: Sendable, Equatable, Codable {
    /// The byte offsets of the part.
    var range: Range<Int>
    /// The byte offsets without the whitespace and comments around the part.
    var trimmed: Range<Int>
  }

  private var parts: [Part]

  /// Finds the parts of a source.
  ///
  /// The result is `nil` if the syntax has errors, because the bounds of the parts are then
  /// uncertain.
  init?(_ file: SourceFileSyntax) {
    guard !file.hasError else { return nil }
    parts = file.statements.map { item in
      Part(
        range: item.position.utf8Offset..<item.endPosition.utf8Offset, trimmed: item.trimmedOffsets)
    }
  }

  /// A part that was parsed again after an edit.
  struct Edited {
    let outline: SourceOutline
    /// The offset of the first byte of the part.
    let start: Int
    /// The offset of the end of the part before the edit.
    let end: Int
  }

  /// Parses the part that an edit has changed.
  ///
  /// - Parameters:
  ///   - offsets: The byte offsets of the replaced range, before the edit.
  ///   - count: The number of bytes that replace the range.
  ///   - text: The whole source after the edit.
  ///   - parse: Parses the part.
  /// - Returns: The part, or `nil` if the whole source must be parsed again, for example because
  ///   the edit may have changed other parts.
  mutating func replace(
    _ offsets: Range<Int>, by count: Int, in text: String, parse: SourceParsing
  ) -> Edited? {
    // The edit must leave the first and the last byte unchanged, because they separate the part
    // from its neighbors.
    let index = parts.firstIndex {
      $0.trimmed.lowerBound < offsets.lowerBound && offsets.upperBound < $0.trimmed.upperBound
    }
    guard let index else { return nil }
    let part = parts[index]
    let change = count - offsets.count
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: part.range.lowerBound)
    let source = String(text[start..<bytes.index(start, offsetBy: part.range.count + change)])
    // If a part starts within a line, its columns would differ when it is parsed alone.
    guard part.range.lowerBound == 0 || source.utf8.first == UInt8(ascii: "\n"),
      text.utf8.count <= ParsedSource.mostBytes
    else { return nil }
    let parsed = parse(source, true)
    guard let new = parsed.parts?.parts, new.count == 1,
      new[0].range == 0..<source.utf8.count
    else { return nil }
    move(index, by: change)
    return Edited(
      outline: parsed.outline, start: part.range.lowerBound, end: part.range.upperBound)
  }

  private mutating func move(_ index: Int, by change: Int) {
    let moved = { (range: Range<Int>) in range.lowerBound + change..<range.upperBound + change }
    parts[index].range = parts[index].range.lowerBound..<parts[index].range.upperBound + change
    parts[index].trimmed =
      parts[index].trimmed.lowerBound..<parts[index].trimmed.upperBound + change
    for next in parts.indices where next > index {
      parts[next].range = moved(parts[next].range)
      parts[next].trimmed = moved(parts[next].trimmed)
    }
  }
}
