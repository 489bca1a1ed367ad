/// The type of the values of a capture, such as `Int` in `{id:Int}`.
///
/// Two converters with the same name are equal, even if different modules created them.
package struct RouteConverter: Sendable {
  /// The kind of values that a converter accepts.
  enum Kind: Sendable {
    case bool
    case uint
    case int
    case double
    case uuid
    case custom(@Sendable (String) -> Bool)
  }

  /// The name that patterns use.
  let name: String
  /// The kind of its values.
  let kind: Kind

  /// Creates a custom converter.
  ///
  /// - Parameters:
  ///   - name: The name that patterns use.
  ///   - accepts: Returns whether a captured text, decoded, is such a value. It must always return
  ///     the same for the same text.
  init(_ name: String, accepts: @escaping @Sendable (String) -> Bool) {
    self.init(name, .custom(accepts))
  }

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// `true` or `false`.
  static let bool = RouteConverter("Bool", .bool)

  /// Digits that fit a `UInt`.
  static let uint = RouteConverter("UInt", .uint)

  /// Digits, with a minus sign or without, that fit an `Int`.
  static let int = RouteConverter("Int", .int)

  /// A decimal number, such as `-1`, `1.5` or `1.5e3`, that is finite as a
  /// `Double`.
  static let double = RouteConverter("Double", .double)

  /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12.
  static let uuid = RouteConverter("UUID", .uuid)

  /// The order in which converters that accept the same text are tried.
  ///
  /// The most specific converters come first, followed by custom ones, sorted by name.
  var order: (Int, String) {
    switch kind {
    case .bool: (0, name)
    case .uint: (1, name)
    case .int: (2, name)
    case .double: (3, name)
    case .uuid: (4, name)
    case .custom: (5, name)
    }
  }

  /// Returns whether this converter accepts every text that `other` accepts.
  func covers(_ other: RouteConverter) -> Bool {
    if name == other.name { return true }
    switch (kind, other.kind) {
    case (.int, .uint): return UInt.bitWidth < Int.bitWidth
    case (.double, .uint), (.double, .int): return true
    default: return false
    }
  }

  /// Returns whether the bytes are a value of this kind.
  func accepts(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
    switch kind {
    case .bool:
      bytes.contains(Self.trueBytes, at: range.lowerBound) && range.count == 4
        || bytes.contains(Self.falseBytes, at: range.lowerBound) && range.count == 5
    case .uint:
      Self.isInteger(bytes, range, limit: UInt64(UInt.max))
    case .int:
      if range.lowerBound < range.upperBound, bytes[range.lowerBound] == ASCII.minus {
        Self.isInteger(
          bytes, range.lowerBound + 1..<range.upperBound, limit: UInt64(Int.min.magnitude))
      } else {
        Self.isInteger(bytes, range, limit: UInt64(Int.max))
      }
    case .double:
      Self.isDecimal(bytes, range)
    case .uuid:
      Self.isUUID(bytes, range)
    case .custom(let accepts):
      accepts(bytes.text(in: range))
    }
  }

  private static let trueBytes = Array("true".utf8)
  private static let falseBytes = Array("false".utf8)

  /// Returns whether the bytes are digits of a number that does not exceed the limit.
  private static func isInteger(_ bytes: ByteView, _ range: Range<Int>, limit: UInt64) -> Bool {
    guard !range.isEmpty else { return false }
    var value: UInt64 = 0
    for offset in range {
      guard ASCII.isDigit(bytes[offset]) else { return false }
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tenfold.addingReportingOverflow(UInt64(bytes[offset] &- 0x30))
      if isTooLarge || overflows || sum > limit { return false }
      value = sum
    }
    return true
  }

  private static func isDecimal(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    func skipDigits() -> Bool {
      let start = offset
      while offset < range.upperBound, ASCII.isDigit(bytes[offset]) { offset += 1 }
      return offset > start
    }
    if offset < range.upperBound, bytes[offset] == ASCII.minus { offset += 1 }
    guard skipDigits() else { return false }
    if offset < range.upperBound, bytes[offset] == ASCII.dot {
      offset += 1
      guard skipDigits() else { return false }
    }
    if offset < range.upperBound, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < range.upperBound, bytes[offset] == ASCII.minus || bytes[offset] == ASCII.plus {
        offset += 1
      }
      guard skipDigits() else { return false }
    }
    guard offset == range.upperBound else { return false }
    return Double(bytes.text(in: range)).map(\.isFinite) ?? false
  }

  private static func isUUID(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
    guard range.count == 36 else { return false }
    for (index, offset) in range.enumerated() {
      let fits =
        switch index {
        case 8, 13, 18, 23: bytes[offset] == ASCII.minus
        default: ASCII.hexadecimalValue(bytes[offset]) != nil
        }
      if !fits { return false }
    }
    return true
  }
}

extension RouteConverter: Hashable, CustomStringConvertible {
  package static func == (left: RouteConverter, right: RouteConverter) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }

  package var description: String { name }
}

/// The converters that patterns may name.
package struct RouteConverters: Sendable {
  private var converters: [String: RouteConverter] = [:]
  /// The names of the converters in patterns.
  private(set) var names: Set<String> = []

  /// Creates a set of converters.
  ///
  /// If a name is repeated, the last converter is used.
  init(_ converters: [RouteConverter]) {
    for converter in converters { add(converter) }
  }

  /// `Bool`, `UInt`, `Int`, `Double` and `UUID`.
  package static let standard = RouteConverters([.bool, .uint, .int, .double, .uuid])

  /// Adds a converter, and replaces one with the same name.
  mutating func add(_ converter: RouteConverter) {
    converters[converter.name] = converter
    names.insert(converter.name)
  }

  /// The converter of this name.
  subscript(name: String) -> RouteConverter? { converters[name] }
}
