/// The decoding and encoding of percent escapes.
package enum PercentEncoding {
  /// Returns the string in a range whose escapes are valid.
  static func decode(_ bytes: ByteView, in range: ByteRange) -> String {
    let offsets = range.offsets
    guard bytes.hasPercent(in: offsets) else { return bytes.text(in: offsets) }
    return unsafe String(unsafeUninitializedCapacity: offsets.count) { buffer in
      var size = 0
      var offset = offsets.lowerBound
      while offset < offsets.upperBound {
        unsafe buffer[size] = nextByte(bytes, at: &offset)
        size += 1
      }
      return size
    }
  }

  /// Returns the bytes of a range whose escapes are valid.
  static func decodedBytes(_ bytes: ByteView, in range: ByteRange) -> [UInt8] {
    var decoded: [UInt8] = []
    var offset = Int(range.start)
    while offset < Int(range.end) { decoded.append(nextByte(bytes, at: &offset)) }
    return decoded
  }

  /// Returns the plain or escaped byte at an offset, and moves the offset after it.
  @inline(__always)
  static func nextByte(_ bytes: ByteView, at offset: inout Int) -> UInt8 {
    let byte = bytes[offset]
    guard byte == ASCII.percent else {
      offset &+= 1
      return byte
    }
    let escaped = escapedByte(bytes, at: offset)
    offset &+= 3
    return escaped ?? byte
  }

  /// Returns the byte of the escape at an offset, or `nil` if the percent sign is not followed by
  /// two hexadecimal digits.
  @inline(__always)
  static func escapedByte(_ bytes: ByteView, at offset: Int) -> UInt8? {
    guard offset &+ 2 < bytes.count,
      let high = ASCII.hexadecimalValue(bytes[offset &+ 1]),
      let low = ASCII.hexadecimalValue(bytes[offset &+ 2])
    else { return nil }
    return high &<< 4 | low
  }

  /// Appends a string, escaping the ASCII characters that are not in a set.
  ///
  /// Other characters are not escaped, so that addresses stay readable.
  static func append(_ text: String, leaving allowed: CharacterSet, to output: inout String) {
    for scalar in text.unicodeScalars {
      if !scalar.isASCII || allowed.contains(UInt8(scalar.value)) {
        output.unicodeScalars.append(scalar)
      } else {
        output += escape(UInt8(scalar.value))
      }
    }
  }

  /// Appends a part of an address with its escapes, escaping the bytes that are not in a set.
  static func append(
    _ bytes: ByteView, _ range: ByteRange, leaving allowed: CharacterSet, to output: inout String
  ) {
    var start = Int(range.start)
    for offset in range.offsets {
      let byte = bytes[offset]
      if byte == ASCII.percent || byte < 0x80 && allowed.contains(byte) { continue }
      output += bytes.text(in: start..<offset) + escape(byte)
      start = offset + 1
    }
    output += bytes.text(in: start..<Int(range.end))
  }

  /// Returns the escape of a byte.
  package static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  /// A set of ASCII characters.
  struct CharacterSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    private init(_ characters: String) {
      for byte in characters.utf8 {
        if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte &- 64) }
      }
    }

    /// Returns whether an ASCII character is in the set.
    func contains(_ byte: UInt8) -> Bool {
      (byte < 64 ? low &>> UInt64(byte) : high &>> UInt64(byte & 63)) & 1 != 0
    }

    private static let unreserved =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

    static let userInfo = CharacterSet(unreserved + "!$&'()*+,;=:")
    static let host = CharacterSet(unreserved + "!$&'()*+,;=")
    static let component = CharacterSet(unreserved + "!$&'()*+,;=:@")
    static let path = CharacterSet(unreserved + "!$&'()*+,;=:@/")
    /// The characters that are allowed in any part of a URL, and percent signs.
    static let url = CharacterSet(unreserved + "!$&'()*+,;=:@/?%")
    static let queryName = CharacterSet(unreserved + "!$'()*+,;:@/?")
    static let queryValue = CharacterSet(unreserved + "!$'()*+,;:@/?=")
    static let fragment = CharacterSet(unreserved + "!$&'()*+,;=:@/?")
  }
}
