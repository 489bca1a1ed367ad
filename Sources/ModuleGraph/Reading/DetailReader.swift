/// Reads JSON (RFC 8259) in one pass.
///
/// `JSONDecoder` can only try what a value may be, and makes an error for all that it is
/// not: of 20,000 records that took seconds.
struct DetailReader {
  /// How deep values may be nested, so that a file cannot use up the stack.
  static let deepest = 512

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  private init(_ json: String) {
    bytes = Array(json.utf8)
  }

  /// Reads a text; returns `nil` if it is no JSON.
  ///
  /// Of several members of one name the first is taken.
  ///
  /// - Complexity: O(*n*) in the text.
  static func read(_ json: String) -> DetailValue? {
    var reader = DetailReader(json)
    guard let value = reader.value() else { return nil }
    return reader.skipSpace() == nil ? value : nil
  }

  // MARK: - Values

  private mutating func value() -> DetailValue? {
    switch skipSpace() {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.list() }
    case UInt8(ascii: "\""): return text().map(DetailValue.text)
    case UInt8(ascii: "t"): return take("true") ? .flag(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .flag(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    case nil: return nil
    default: return number().map(DetailValue.number)
    }
  }

  private mutating func nested(_ read: (inout Self) -> DetailValue?) -> DetailValue? {
    guard depth < Self.deepest else { return nil }
    place += 1
    depth += 1
    defer { depth -= 1 }
    return read(&self)
  }

  private mutating func object() -> DetailValue? {
    var members: [String: DetailValue] = [:]
    if take("}") { return .object(members) }
    repeat {
      guard skipSpace() == UInt8(ascii: "\""), let name = text(), take(":"), let value = value()
      else { return nil }
      if members[name] == nil { members[name] = value }
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func list() -> DetailValue? {
    var elements: [DetailValue] = []
    if take("]") { return .list(elements) }
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .list(elements) : nil
  }

  // MARK: - Texts

  /// Reads what stands between quotes; the first one comes next.
  private mutating func text() -> String? {
    place += 1
    var start = place
    var text = ""
    while place < bytes.count {
      let byte = bytes[place]
      guard byte >= 0x20 else { return nil }
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        place += 1
        continue
      }
      let part = String(decoding: bytes[start..<place], as: UTF8.self)
      place += 1
      if byte == UInt8(ascii: "\"") { return text.isEmpty ? part : text + part }
      guard let scalar = escaped() else { return nil }
      text += part
      text.unicodeScalars.append(scalar)
      start = place
    }
    return nil
  }

  /// Reads what follows a backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = unit() else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      // The second half of a pair has to follow.
      guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
        bytes[place + 1] == UInt8(ascii: "u")
      else { return nil }
      place += 2
      guard let low = self.unit(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  /// Reads four hexadecimal digits.
  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 + UInt32(digit)
    }
    place += 4
    return unit
  }

  // MARK: - Numbers

  private mutating func number() -> Double? {
    let start = place
    _ = takeByte { $0 == UInt8(ascii: "-") }
    let first = place
    guard takeDigits() else { return nil }
    if bytes[first] == UInt8(ascii: "0"), place > first + 1 { return nil }
    if takeByte({ $0 == UInt8(ascii: ".") }) { guard takeDigits() else { return nil } }
    if takeByte({ $0 | 0x20 == UInt8(ascii: "e") }) {
      _ = takeByte { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      guard takeDigits() else { return nil }
    }
    let number = Double(String(decoding: bytes[start..<place], as: UTF8.self))
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func takeDigits() -> Bool {
    let start = place
    while takeByte({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {}
    return place > start
  }

  // MARK: - Bytes

  /// Skips white space and returns the byte behind it, or `nil` at the end.
  @discardableResult
  private mutating func skipSpace() -> UInt8? {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): place += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Takes these bytes, behind white space, if they come next.
  private mutating func take(_ token: String) -> Bool {
    skipSpace()
    let token = token.utf8
    guard bytes[place...].starts(with: token) else { return false }
    place += token.count
    return true
  }

  private mutating func takeByte(_ isWanted: (UInt8) -> Bool) -> Bool {
    guard place < bytes.count, isWanted(bytes[place]) else { return false }
    place += 1
    return true
  }
}
