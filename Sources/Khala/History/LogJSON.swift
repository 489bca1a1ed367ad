import Foundation

/// Writes values as JSON, whatever they are.
///
/// Keys are sorted, numbers and dates do not depend on the user's language, and
/// what JSON has no form for is written as the text that describes it. A slash
/// stays a slash.
struct LogJSON {
  /// How deep values may contain each other; what is deeper is left out, so that
  /// no parameter can exhaust the stack.
  private static let deepest = 32

  let redaction: LogRedaction
  var bytes: [UInt8]
  private var depth = 0

  init(redaction: LogRedaction, bytes: [UInt8] = []) {
    self.redaction = redaction
    self.bytes = bytes
  }

  /// Appends an object with its keys in order.
  mutating func append(object: [String: Any]) {
    bytes.append(UInt8(ascii: "{"))
    depth += 1
    var isFirst = true
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      append(string: key)
      bytes.append(UInt8(ascii: ":"))
      if redaction.hides(key) {
        append(string: LogRedaction.mark)
      } else {
        append(value)
      }
    }
    depth -= 1
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends any value.
  mutating func append(_ value: Any) {
    guard depth < Self.deepest else { return append(string: "…") }
    // First, because a number of Foundation passes for a Bool if it is 0 or 1;
    // and by its class, because a number of Swift passes for one of Foundation.
    if type(of: value) is AnyClass, let number = value as? NSNumber {
      return append(number)
    }
    switch value {
    case let string as String: append(string: string)
    case let flag as Bool: bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case let integer as Int: bytes.append(contentsOf: String(integer).utf8)
    case let double as Double: append(number: double.description, isFinite: double.isFinite)
    case let optional as any LogOptional:
      if let wrapped = optional.wrapped {
        append(wrapped)
      } else {
        appendNull()
      }
    case is NSNull: appendNull()
    case let integer as any BinaryInteger: bytes.append(contentsOf: String(integer).utf8)
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
    // Foundation keeps a Bool as a character.
    if unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")), number == 0 || number == 1 {
      append(number.boolValue)
    } else {
      append(number: number.stringValue, isFinite: number.doubleValue.isFinite)
    }
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
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
      case ..<0x20, 0x7F:
        bytes.append(contentsOf: #"\u00"#.utf8)
        bytes.append(hexDigit: byte >> 4)
        bytes.append(hexDigit: byte & 15)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// An optional whose type is not known.
private protocol LogOptional {
  /// The value in it, if there is one.
  var wrapped: Any? { get }
}

extension Optional: LogOptional {
  fileprivate var wrapped: Any? { self }
}
