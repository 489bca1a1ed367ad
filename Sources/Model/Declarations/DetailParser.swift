/// A parser of JSON that turns a text into a ``DetailValue``, from left to right.
///
/// It accepts what Foundation's `JSONSerialization` accepts with fragments, which also permits
/// a comma behind the last element. It is written by hand because `JSONSerialization` would
/// bring ICU into every tool that reads records, and because `JSONDecoder` would take seconds
/// for 20,000 records: without a type to expect, it throws an error for each type that a value
/// does not have.
///
/// Its methods return `nil` where the text is not valid.
struct DetailParser {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private var position = 0
  /// The number of lists and objects around the next byte.
  private var depth = 0

  /// The largest number of lists and objects inside of each other, which keeps the stack from
  /// being exhausted.
  private static let deepest = 512

  init(_ json: String) {
    bytes = Array(json.utf8)
  }

  /// Parses the text, all of which must be one value.
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

  /// Parses an object; of several values for one key the last is kept.
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

  /// Parses what stands between the brackets of a list or an object.
  ///
  /// - Parameters:
  ///   - end: The closing bracket.
  ///   - parse: Parses one element, and returns whether it is valid.
  /// - Returns: Whether all of it is valid.
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
    // The first byte that is not yet in `text`.
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

  /// Parses what stands behind a backslash.
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

  /// Parses a number; a whole one is an integer, however it is written.
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

  /// Skips digits, of which there must be one.
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

  /// Skips a text, if it comes next.
  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }
}
