import SwiftSyntax

/// The declarations and statements of a text at its top level, each of which can be parsed alone.
struct SourceParts: Sendable, Equatable, Codable {
  /// A part, with the space and the comments before it.
  private struct Part: Sendable, Equatable, Codable {
    /// The offsets of its bytes.
    var range: Range<Int>
    /// The offsets without the space around it.
    var trimmed: Range<Int>
  }

  private var parts: [Part]

  /// Finds the parts of a text; `nil` if its syntax has errors, as any may then belong to others.
  init?(_ file: SourceFileSyntax) {
    guard !file.hasError else { return nil }
    parts = file.statements.map { item in
      Part(
        range: item.position.utf8Offset..<item.endPosition.utf8Offset, trimmed: item.trimmedOffsets)
    }
  }

  /// A part that has been edited and parsed again.
  struct Edited {
    let outline: SourceOutline
    /// The offset of the first byte of the part.
    let start: Int
    /// The offset of the byte behind the part, before the edit.
    let end: Int
  }

  /// Parses the part that an edit has changed.
  ///
  /// - Parameters:
  ///   - offsets: The bytes that were replaced.
  ///   - count: The number of bytes that replace them.
  ///   - text: The text after the edit.
  ///   - parse: Parses the part.
  /// - Returns: The part; `nil` if the edit may have changed others as well.
  mutating func replace(
    _ offsets: Range<Int>, by count: Int, in text: String, parse: SourceParsing
  ) -> Edited? {
    // The first and the last byte, which other parts meet, must be the same.
    let index = parts.firstIndex {
      $0.trimmed.lowerBound < offsets.lowerBound && offsets.upperBound < $0.trimmed.upperBound
    }
    guard let index else { return nil }
    let part = parts[index]
    let change = count - offsets.count
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: part.range.lowerBound)
    let source = String(text[start..<bytes.index(start, offsetBy: part.range.count + change)])
    // A part that begins within a line would have other columns.
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
