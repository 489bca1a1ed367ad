import SourceReading

/// The lines of a text, for lookups by number.
struct LineTable: Sendable {
  private let bytes: [UInt8]
  /// The offset at which each line begins.
  private let starts: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.starts = starts
  }

  var count: Int { starts.count }

  /// The bytes of a line, counted from 0, without its end; `nil` if the text has fewer lines.
  func line(_ number: Int) -> ArraySlice<UInt8>? {
    guard starts.indices.contains(number) else { return nil }
    let end = number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count
    let line = bytes[starts[number]..<end]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The text of a range; `nil` if the range is not in the text.
  func text(in range: TextRange) -> String? {
    guard let start = offset(of: range.start), let end = offset(of: range.end), start <= end
    else { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The offset of a position; `nil` if the text has no such position.
  func offset(of position: TextPosition) -> Int? {
    guard let line = line(position.line), 0...line.count ~= position.column else { return nil }
    return line.startIndex + position.column
  }

  /// The position of an offset in the text.
  func position(of offset: Int) -> TextPosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return TextPosition(line: low, column: offset - starts[low])
  }

  /// The position behind the last character.
  var end: TextPosition {
    TextPosition(line: starts.count - 1, column: bytes.count - (starts.last ?? 0))
  }
}
