/// A JSON parser that converts a string into a ``DetailValue``, from left to right.
///
/// It accepts everything that Foundation's `JSONSerialization` accepts with fragments, which
/// includes a comma after the last element. It is hand-written because `JSONSerialization` would
/// link ICU into every tool that reads records. `JSONDecoder` would take seconds for 20,000
/// records: without a known type, it throws an error for each type that does not match a value.
///
/// Its methods return `nil` if the string is invalid.
struct DetailParser {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private var position = 0
  /// The number of arrays and objects around the next byte.
  private var depth = 0

  /// The maximum nesting of arrays and objects, which protects the stack.
  private static let deepest = 512

  init(_ json: String) {
    bytes = Array(json.utf8)
  }

  /// Parses the string, which must consist of a single value.
  mutating func parse() -> DetailValue? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    guard let value = value() else { return nil }
    skipSpace()
    return position == bytes.count ? value : nil
  }

  private mutating func value() -> DetailValue? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return list()
    case UInt8(ascii: "\""): return string().map(DetailValue.string)
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  // MARK: - Lists and objects

  private mutating func list() -> DetailValue? {
    var elements: [DetailValue] = []
    let isComplete = elementsUntil(UInt8(ascii: "]")) { parser in
      guard let element = parser.value() else { return false }
      elements.append(element)
      return true
    }
    return isComplete ? .array(elements) : nil
  }

  /// Parses an object.
  ///
  /// If a key is repeated, the last value is used.
  private mutating func object() -> DetailValue? {
    var values: [String: DetailValue] = [:]
    let isComplete = elementsUntil(UInt8(ascii: "}")) { parser in
      guard let key = parser.string() else { return false }
      parser.skipSpace()
      guard parser.take(":"), let value = parser.value() else { return false }
      values[key] = value
      return true
    }
    return isComplete ? .object(values) : nil
  }

  /// Parses the elements of an array or an object.
  ///
  /// - Parameters:
  ///   - end: The closing bracket.
  ///   - parse: Parses one element, and returns whether it is valid.
  /// - Returns: Whether all elements are valid.
  private mutating func elementsUntil(
    _ end: UInt8, _ parse: (inout DetailParser) -> Bool
  ) -> Bool {
    position += 1
    guard depth < Self.deepest else { return false }
    depth += 1
    defer { depth -= 1 }
    skipSpace()
    while next != end {
      guard parse(&self) else { return false }
      skipSpace()
      guard take(",") else { break }
      skipSpace()
    }
    guard next == end else { return false }
    position += 1
    return true
  }

  // MARK: - Strings

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text = ""
    // The first byte that is not in `text` yet.
    var start = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        return text.isEmpty ? rest : text + rest
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        guard let scalar = escapedScalar() else { return nil }
        text.unicodeScalars.append(scalar)
        start = position
      // Control characters must be escaped.
      case 0..<0x20: return nil
      default: position += 1
      }
    }
    return nil
  }

  /// Parses the characters after a backslash.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let letter = next else { return nil }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let unit = hexadecimalUnit() else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
    guard take("\\u"), let trail = hexadecimalUnit(), UTF16.isTrailSurrogate(trail) else {
      return nil
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  /// Parses four hexadecimal digits.
  private mutating func hexadecimalUnit() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  // MARK: - Numbers

  /// Parses a number.
  ///
  /// Whole numbers are integers in every notation.
  private mutating func number() -> DetailValue? {
    let start = position
    _ = take("-")
    if !take("0") {
      guard skipDigits() else { return nil }
    }
    if take(".") {
      guard skipDigits() else { return nil }
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard skipDigits() else { return nil }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { return nil }
    return Int(exactly: number).map(DetailValue.integer) ?? .number(number)
  }

  /// Skips digits, and returns whether at least one was found.
  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = next, byte &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }

  // MARK: - Bytes

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// Skips a string if it comes next.
  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }
}
