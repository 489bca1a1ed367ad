/// The characters that mean something in a URL or in a line of the log.
@usableFromInline
package enum ASCII {
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var number: UInt8 { UInt8(ascii: "#") }
  @inlinable package static var percent: UInt8 { UInt8(ascii: "%") }
  @inlinable package static var ampersand: UInt8 { UInt8(ascii: "&") }
  @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var minus: UInt8 { UInt8(ascii: "-") }
  @inlinable package static var dot: UInt8 { UInt8(ascii: ".") }
  @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
  @inlinable package static var question: UInt8 { UInt8(ascii: "?") }
  @inlinable package static var at: UInt8 { UInt8(ascii: "@") }
  @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var delete: UInt8 { 0x7F }

  /// Returns whether this is `a` to `z` or `A` to `Z`.
  @inlinable @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  /// Returns whether this is `0` to `9`.
  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  /// Returns whether this may stand in a scheme behind its first letter.
  @inlinable @inline(__always)
  package static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == minus || byte == dot || byte == plus
  }

  /// Returns whether these bytes are a scheme: a letter, then letters, digits, `+`, `-` and `.`.
  package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy(isSchemeByte)
  }

  /// The letter in lower case, and any other byte as it is.
  @inlinable @inline(__always)
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Returns the value of a hexadecimal digit.
  @inlinable @inline(__always)
  package static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}
