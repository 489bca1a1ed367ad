internal import ToolkitTrace

/// Writes JSON directly into bytes.
///
/// Each value can be a member of an object, with its name as `as:`. All control characters are
/// escaped, even if JSON allows them, because terminals interpret them.
///
/// While a batch is encoded, up to 100,000 spans may arrive per second, so creating a tree of
/// values first would be too slow. Members keep the order in which they are written.
package struct JSONWriter {
  /// The JSON so far.
  package private(set) var bytes: [UInt8] = []

  /// A Boolean value that indicates whether a comma must precede the next member or element.
  private var followsAnother = false

  package init() {}

  /// Writes an object.
  ///
  /// A closure writes its members.
  package mutating func object(as name: StaticString? = nil, _ members: (inout JSONWriter) -> Void)
  {
    enclose(name, UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  /// Writes an array.
  ///
  /// A closure writes its elements.
  package mutating func array(as name: StaticString? = nil, _ elements: (inout JSONWriter) -> Void)
  {
    enclose(name, UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  /// Writes a member whose name is only known at run time.
  package mutating func member(_ name: String, _ text: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    followsAnother = false
    string(text)
  }

  /// Writes a member that was encoded earlier, whose name is only known at run time.
  package mutating func member(_ name: String, encoded value: [UInt8]) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: value)
  }

  /// Writes a string.
  package mutating func string(_ text: String, as name: StaticString? = nil) {
    separate(name)
    bytes.append(quote)
    for byte in text.utf8 {
      switch byte {
      case quote, UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20, 0x7F: escape(byte)
      // U+0080 to U+009F, which have two bytes.
      case 0x80..<0xA0 where bytes.last == 0xC2:
        bytes.removeLast()
        escape(byte)
      default: bytes.append(byte)
      }
    }
    bytes.append(quote)
  }

  /// Writes an integer as a number.
  package mutating func number(_ number: some FixedWidthInteger, as name: StaticString? = nil) {
    separate(name)
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Writes a Boolean value.
  package mutating func boolean(_ value: Bool, as name: StaticString? = nil) {
    separate(name)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a 64-bit number.
  ///
  /// The JSON format of Protocol Buffers uses a string for it.
  package mutating func quotedNumber(_ number: Int64, as name: StaticString? = nil) {
    separate(name)
    bytes.append(quote)
    bytes.append(contentsOf: String(number).utf8)
    bytes.append(quote)
  }

  /// Writes an unsigned 64-bit number.
  ///
  /// The JSON format of Protocol Buffers uses a string for it.
  package mutating func quotedNumber(_ number: UInt64, as name: StaticString? = nil) {
    separate(name)
    bytes.append(quote)
    bytes.append(contentsOf: String(number).utf8)
    bytes.append(quote)
  }

  /// Writes a time in nanoseconds since 1970-01-01 00:00 UTC.
  ///
  /// An earlier time is written as 0. The type in OTLP is unsigned, and a single negative time
  /// would make the whole request invalid.
  package mutating func time(_ nanoseconds: Int64, as name: StaticString? = nil) {
    quotedNumber(UInt64(max(0, nanoseconds)), as: name)
  }

  /// Writes a floating-point number.
  ///
  /// The JSON format of Protocol Buffers uses strings for numbers that JSON does not support.
  package mutating func floatingPoint(_ number: Double, as name: StaticString? = nil) {
    guard number.isFinite else {
      string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity", as: name)
      return
    }
    separate(name)
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes numbers as a single string with 16 hexadecimal digits for each.
  package mutating func hexadecimal(_ numbers: UInt64..., as name: StaticString? = nil) {
    separate(name)
    bytes.append(quote)
    for number in numbers { append(hexadecimal: number, digits: 16) }
    bytes.append(quote)
  }

  /// Writes a value that was encoded earlier.
  package mutating func encoded(_ value: [UInt8], as name: StaticString? = nil) {
    separate(name)
    bytes.append(contentsOf: value)
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(contentsOf: "\\u00".utf8)
    append(hexadecimal: UInt64(byte), digits: 2)
  }

  private mutating func append(hexadecimal number: UInt64, digits: Int) {
    for position in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(position * 4)) & 0xf
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  private mutating func enclose(
    _ name: StaticString?, _ opening: UInt8, _ closing: UInt8,
    _ contents: (inout JSONWriter) -> Void
  ) {
    separate(name)
    bytes.append(opening)
    followsAnother = false
    contents(&self)
    bytes.append(closing)
    followsAnother = true
  }

  /// Starts a member or an element.
  private mutating func separate(_ name: StaticString?) {
    if followsAnother { bytes.append(UInt8(ascii: ",")) }
    followsAnother = true
    guard let name else { return }
    bytes.append(quote)
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(quote)
    bytes.append(UInt8(ascii: ":"))
  }
}

private let quote = UInt8(ascii: "\"")

extension JSONWriter {
  /// Writes the identifiers of a span as members.
  mutating func identifiers(_ trace: TraceID, _ span: TraceSpanID) {
    hexadecimal(
      UInt64(truncatingIfNeeded: trace.rawValue >> 64), UInt64(truncatingIfNeeded: trace.rawValue),
      as: "traceId")
    hexadecimal(span.rawValue, as: "spanId")
  }
}
