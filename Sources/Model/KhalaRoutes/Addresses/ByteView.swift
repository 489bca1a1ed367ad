/// A view of bytes that are borrowed for the duration of a call.
///
/// It reads one byte or eight bytes. Bytes after the end are read as zero, so that the end of a
/// string needs no special case.
@safe @usableFromInline
package struct ByteView {
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  /// Creates a view of bytes, which must outlive it.
  @unsafe @inlinable
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty buffer may have no address. Nothing is ever read from this one.
    unsafe start = bytes.baseAddress ?? UnsafePointer(bitPattern: 8)!
    count = bytes.count
  }

  /// The byte at an offset, which must be below `count`.
  @inlinable package subscript(offset: Int) -> UInt8 {
    @inline(__always) get {
      assert(offset >= 0 && offset < count)
      return unsafe start[offset]
    }
  }

  /// Returns eight bytes from an offset on, the first one lowest, with zeros after the end.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset <= count)
    if offset &+ 8 <= count {
      return UInt64(
        littleEndian: unsafe UnsafeRawPointer(start).loadUnaligned(
          fromByteOffset: offset, as: UInt64.self))
    }
    return lastWord(at: offset)
  }

  /// Returns the bytes from an offset to the end, of which at most seven exist.
  @usableFromInline @inline(never)
  func lastWord(at offset: Int) -> UInt64 {
    let behindEnd = offset &+ 8 &- count
    if count >= 8 {
      let last = UInt64(
        littleEndian: unsafe UnsafeRawPointer(start).loadUnaligned(
          fromByteOffset: count &- 8, as: UInt64.self))
      return behindEnd >= 8 ? 0 : last &>> UInt64(8 &* behindEnd)
    }
    var word: UInt64 = 0
    var index = count
    while index > offset {
      index &-= 1
      word = word &<< 8 | UInt64(unsafe start[index])
    }
    return word
  }

  /// Returns the first eight bytes of a range, padded with zeros.
  @inline(__always)
  func head(of range: ByteRange) -> UInt64 {
    range.head(in: word(at: Int(range.start)))
  }

  /// Returns the offset of the next control character, space, one of `!"#$%`, `?` or delete, or the
  /// end.
  ///
  /// It reads eight bytes at a time, because nearly all bytes of a URL are other characters.
  @inlinable @inline(__always)
  package func offsetOfPunctuation(from start: Int) -> Int {
    var offset = start
    while offset < count {
      let word = word(at: offset)
      let question = word ^ 0x3F3F_3F3F_3F3F_3F3F
      let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
      // In each of the three, the lowest set bit is correct. Higher bits may be carries from it.
      let low = (word &- 0x2626_2626_2626_2626) & ~word
      let found =
        (low | (question &- Self.ones) & ~question | (delete &- Self.ones) & ~delete)
        & (Self.ones &<< 7)
      if found != 0 { return min(offset &+ found.trailingZeroBitCount &>> 3, count) }
      offset &+= 8
    }
    return count
  }

  /// Returns the offset of the next byte that is neither an ASCII letter nor a digit, or the end.
  @inline(__always)
  func offsetOfNoLetterOrDigit(from start: Int) -> Int {
    var offset = start
    while offset < count, ASCII.isLetter(self[offset]) || ASCII.isDigit(self[offset]) {
      offset &+= 1
    }
    return offset
  }

  /// A Boolean value that indicates whether all bytes are ASCII.
  package var isASCII: Bool {
    var offset = 0
    while offset < count {
      if word(at: offset) & (Self.ones &<< 7) != 0 { return false }
      offset &+= 8
    }
    return true
  }

  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Returns whether a range contains a percent sign.
  @inline(__always)
  func hasPercent(in range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let difference = word(at: offset) ^ 0x2525_2525_2525_2525
      let found = (difference &- Self.ones) & ~difference & (Self.ones &<< 7)
      if found != 0 { return offset &+ found.trailingZeroBitCount &>> 3 < range.upperBound }
      offset &+= 8
    }
    return false
  }

  /// Returns a word whose lowest set bit is in the first byte that is a slash, or 0 without a
  /// slash.
  @inline(__always)
  static func firstSlash(in word: UInt64) -> UInt64 {
    let difference = word ^ 0x2F2F_2F2F_2F2F_2F2F
    return (difference &- ones) & ~difference & (ones &<< 7)
  }

  /// Returns the offset of the first slash from an offset on, or the offset after the end.
  @inline(never)
  func offsetOfSlash(from start: Int) -> Int {
    var offset = start
    while offset < count {
      let slashes = Self.firstSlash(in: word(at: offset))
      if slashes != 0 { return offset &+ slashes.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    return offset
  }

  /// Returns whether the view has these bytes at an offset.
  func contains(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset + bytes.count <= count else { return false }
    for index in bytes.indices where self[offset + index] != bytes[index] { return false }
    return true
  }

  /// Returns the bytes of a range as a string.
  package func text(in range: Range<Int>) -> String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count),
      as: UTF8.self)
  }

  /// Appends the bytes of a range to an array.
  @inlinable @inline(__always)
  package func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Calls `body` with a view of the UTF-8 of a string.
  @inlinable @inline(__always)
  package static func of<Value>(_ text: String, _ body: (ByteView) -> Value) -> Value {
    if let value = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe body(ByteView($0)) })
    {
      return value
    }
    // A string of another language's runtime. Native strings never reach this line.
    return of(Array(text.utf8), body)
  }

  /// Calls `body` with a view of some bytes.
  @inlinable @inline(__always)
  package static func of<Value>(_ bytes: [UInt8], _ body: (ByteView) -> Value) -> Value {
    unsafe bytes.withUnsafeBufferPointer { unsafe body(ByteView($0)) }
  }
}

/// A range of UTF-8 offsets in a string, half as large as a `Range`.
struct ByteRange: BitwiseCopyable, Hashable, Sendable {
  /// The end in the upper half and the start in the lower one.
  ///
  /// As a single number, several ranges fit into registers.
  private let bounds: UInt64

  static let empty = ByteRange(start: 0, end: 0)

  @inline(__always)
  init(start: UInt32, end: UInt32) {
    bounds = UInt64(end) &<< 32 | UInt64(start)
  }

  @inline(__always)
  init(_ start: Int, _ end: Int) {
    self.init(start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end))
  }

  @inline(__always) var start: UInt32 { UInt32(truncatingIfNeeded: bounds) }
  @inline(__always) var end: UInt32 { UInt32(truncatingIfNeeded: bounds &>> 32) }

  /// The number of bytes.
  @inline(__always) var count: Int { Int(end &- start) }
  @inline(__always) var isEmpty: Bool { start == end }
  @inline(__always) var offsets: Range<Int> { Int(start)..<Int(end) }

  /// Returns the first eight bytes of the range, padded with zeros, from the word at its start.
  @inline(__always)
  func head(in word: UInt64) -> UInt64 {
    count < 8 ? word & (1 &<< UInt64(8 &* count) &- 1) : word
  }
}

/// The ASCII characters with a meaning in a URL or in a line of the log.
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

  /// Returns whether a byte is `a` to `z` or `A` to `Z`.
  @inlinable @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  /// Returns whether a byte is `0` to `9`.
  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  /// Returns whether a byte is allowed in a scheme after its first letter.
  @inlinable @inline(__always)
  package static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == minus || byte == dot || byte == plus
  }

  /// Returns whether bytes are a scheme: a letter, followed by letters, digits, `+`, `-` and `.`.
  package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy(isSchemeByte)
  }

  /// Returns the lowercase letter, or any other byte unchanged.
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
