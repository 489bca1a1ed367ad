/// The characters that mean something in a pattern.
extension RoutePatternParser {
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let question = UInt8(ascii: "?")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    func begins(_ byte: UInt8) -> Bool {
      isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
    return begins(first)
      && bytes.allSatisfy { begins($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// The byte whose escape these bytes go on with, behind the percent sign.
  static func escapedByte(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let digits = bytes.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
  }

  /// The escape of a byte.
  static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return (byte < 0x10 ? "%0" : "%") + digits
  }
}
