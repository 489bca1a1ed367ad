/// The header of a message: lines in the form `Name: value`, followed by an empty line.
enum MessageHeader {
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns the index after the empty line, or `nil` if the header is incomplete.
  static func end(in bytes: ArraySlice<UInt8>) -> Int? {
    var lineStart = bytes.startIndex
    while let feed = bytes[lineStart...].firstIndex(of: lineFeed) {
      if line(bytes[lineStart..<feed]).isEmpty { return feed + 1 }
      lineStart = feed + 1
    }
    return nil
  }

  /// Returns the length in a header.
  ///
  /// Other fields are ignored.
  static func contentLength(in header: ArraySlice<UInt8>) throws(FramingError) -> Int {
    var length: Int?
    for field in header.split(separator: lineFeed).map(line) where !field.isEmpty {
      guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else {
        throw FramingError(.malformedHeader, "'\(text(field))' is not a field of a header")
      }
      guard text(field[..<colon]).lowercased() == "content-length" else { continue }
      let value = trimmed(field[field.index(after: colon)...])
      guard let number = number(value) else {
        throw FramingError(.malformedHeader, "'\(text(value))' is not a length of a message")
      }
      guard length == nil || length == number else {
        throw FramingError(.malformedHeader, "a header has two different lengths")
      }
      length = number
    }
    guard let length else {
      throw FramingError(.missingLength, "a header has no 'Content-Length'")
    }
    return length
  }

  /// Returns the number that digits represent.
  ///
  /// Signs are not allowed.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.last == carriageReturn ? bytes.dropLast() : bytes
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  /// Returns the start of some bytes, for messages.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(80), as: UTF8.self)
  }
}

/// An error in the framing of messages.
///
/// After it, the stream is no longer readable.
package struct FramingError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    case headerTooLong
    case malformedHeader
    case missingLength
  }

  package let code: Code
  package let description: String

  init(_ code: Code, _ problem: String) {
    self.code = code
    description =
      """
      \(problem), so the next message cannot be found. Each message starts with \
      'Content-Length: <bytes>' and an empty line, as the Language Server Protocol requires.
      """
  }
}
