import Foundation

/// A writer of JSON for values of any type.
///
/// Keys are sorted. Numbers and dates do not depend on the user's language. Values without a JSON
/// form are written as their descriptions. Slashes are not escaped.
struct LogJSON {
  /// The maximum depth of nested values.
  ///
  /// Deeper values are omitted, so that no parameter can exhaust the stack.
  private static let deepest = 32

  let redaction: LogRedaction
  var bytes: [UInt8] = []
  private var depth = 0

  init(redaction: LogRedaction) {
    self.redaction = redaction
  }

  /// Appends an object, with its keys sorted.
  mutating func append(object: [String: Any]) {
    bytes.append(ASCII.openBrace)
    depth += 1
    if object.count < 2 {
      // A single pair needs no sorting, and so no allocation.
      for (key, value) in object { append(key, value) }
    } else {
      var isFirst = true
      for (key, value) in object.sorted(by: { $0.key < $1.key }) {
        if !isFirst { bytes.append(ASCII.comma) }
        isFirst = false
        append(key, value)
      }
    }
    depth -= 1
    bytes.append(ASCII.closeBrace)
  }

  private mutating func append(_ key: String, _ value: Any) {
    append(string: key)
    bytes.append(ASCII.colon)
    if redaction.hides(key) {
      append(string: LogRedaction.mark)
    } else {
      append(value)
    }
  }

  /// Appends any value.
  mutating func append(_ value: Any) {
    guard depth < Self.deepest else { return append(string: "…") }
    appendUsual(value)
  }

  /// Appends a value by its type.
  ///
  /// Nearly all values have one of these types. Comparing types costs almost nothing. A cast costs
  /// a quarter of the line, and a failed cast more than the whole line.
  private mutating func appendUsual<Value>(_ value: Value) {
    // Safe, because the type of the value was compared.
    if Value.self == String.self {
      append(string: unsafe unsafeBitCast(value, to: String.self))
    } else if Value.self == Int.self {
      append(integer: unsafe unsafeBitCast(value, to: Int.self))
    } else if Value.self == Bool.self {
      append(unsafe unsafeBitCast(value, to: Bool.self))
    } else if Value.self == Double.self {
      append(unsafe unsafeBitCast(value, to: Double.self))
    } else {
      appendOther(value)
    }
  }

  /// Appends a value of any other type.
  private mutating func appendOther(_ value: Any) {
    // `NSNumber` comes first, because it can be cast to `Bool` if it is 0 or 1. Its class is
    // compared, because numbers of Swift can be cast to `NSNumber`.
    if type(of: value) is AnyClass, let number = value as? NSNumber {
      return append(number)
    }
    switch value {
    case let string as String: append(string: string)
    case let flag as Bool: append(flag)
    case let integer as Int: append(integer: integer)
    case let double as Double: append(double)
    case let optional as any OptionalValue:
      if let wrapped = optional.wrapped {
        append(wrapped)
      } else {
        appendNull()
      }
    case is NSNull: appendNull()
    case let integer as any BinaryInteger: append(integer: integer)
    case let float as Float: append(number: float.description, isFinite: float.isFinite)
    case let decimal as Decimal: append(number: decimal.description, isFinite: decimal.isFinite)
    case let object as [String: Any]: append(object: object)
    case let array as [Any]: append(array: array)
    case let dictionary as [AnyHashable: Any]:
      append(object: Dictionary(dictionary.map { ("\($0.key)", $0.value) }) { first, _ in first })
    default: append(string: String(describing: value))
    }
  }

  private mutating func append(array: [Any]) {
    bytes.append(UInt8(ascii: "["))
    depth += 1
    var isFirst = true
    for element in array {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      append(element)
    }
    depth -= 1
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ number: NSNumber) {
    // Foundation stores a `Bool` as a character.
    if unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")), number == 0 || number == 1 {
      append(number.boolValue)
    } else {
      append(number: number.stringValue, isFinite: number.doubleValue.isFinite)
    }
  }

  private mutating func append(_ flag: Bool) {
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  private mutating func append(integer: some BinaryInteger) {
    bytes.append(contentsOf: String(integer).utf8)
  }

  private mutating func append(_ double: Double) {
    append(number: double.description, isFinite: double.isFinite)
  }

  private mutating func append(number: String, isFinite: Bool) {
    if isFinite {
      bytes.append(contentsOf: number.utf8)
    } else {
      append(string: number)
    }
  }

  private mutating func appendNull() {
    bytes.append(contentsOf: "null".utf8)
  }

  private mutating func append(string: String) {
    bytes.append(ASCII.quote)
    ByteView.of(string) { append($0) }
    bytes.append(ASCII.quote)
  }

  /// Appends a string, in pieces between the characters that must be escaped.
  private mutating func append(_ text: ByteView) {
    var start = 0
    for offset in 0..<text.count where Self.mayBeEscaped(text[offset]) {
      let byte = text[offset]
      if byte < 0x80 {
        text.append(start..<offset, to: &bytes)
        appendEscape(of: byte)
        start = offset + 1
      } else if let scalar = HarmlessText.harmfulCharacter(text, at: offset) {
        text.append(start..<offset, to: &bytes)
        appendEscape(of: scalar)
        start = offset + UTF8.width(scalar)
      }
    }
    text.append(start..<text.count, to: &bytes)
  }

  /// Returns whether a byte must be escaped, or is part of a character that may need it.
  @inline(__always)
  private static func mayBeEscaped(_ byte: UInt8) -> Bool {
    byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash || byte >= ASCII.delete
  }

  /// Appends the escape of a character of several bytes.
  private mutating func appendEscape(of scalar: Unicode.Scalar) {
    bytes.append(contentsOf: "\\u".utf8)
    for shift in stride(from: UInt32(12), through: 0, by: -4) {
      bytes.append(hexDigit: UInt8(scalar.value >> shift & 15))
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(ASCII.backslash)
    switch byte {
    case ASCII.quote, ASCII.backslash: bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(hexDigit: byte >> 4)
      bytes.append(hexDigit: byte & 15)
    }
  }
}
