#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DataType.Basic {
  /// Returns whether every value of this type can be read as another one.
  ///
  /// Numbers are read if they are in the range of the other type. Large integers are rounded by
  /// `Double` and `Float`, which is not an error. A date is a number, and data, URLs and UUIDs are
  /// strings.
  func isReadable(as other: Self) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.float, .double), (.float, .decimal), (.float, .date),
      (.double, .date), (.date, .double), (.decimal, .double), (.decimal, .date),
      (.data, .string), (.url, .string), (.uuid, .string), (.uuid, .url):
      return true
    default:
      guard let range = integers else { return false }
      switch other {
      case .float, .double, .decimal, .date: return true
      default:
        return other.integers.map { $0.lower <= range.lower && range.upper <= $0.upper } ?? false
      }
    }
  }

  /// The exponents of the powers of two between which the integers of the type are.
  private var integers: (lower: Int, upper: Int)? {
    switch self {
    case .int8: (-7, 7)
    case .int16: (-15, 15)
    case .int32: (-31, 31)
    case .int, .int64: (-63, 63)
    case .uint8: (0, 8)
    case .uint16: (0, 16)
    case .uint32: (0, 32)
    case .uint, .uint64: (0, 64)
    default: nil
    }
  }

  /// A Boolean value that indicates whether values are encoded as strings.
  var isText: Bool {
    switch self {
    case .string, .data, .url, .uuid: true
    default: false
    }
  }

  /// Returns a raw value of this type as a value of another type, or `nil` if it cannot be read.
  ///
  /// This decodes the raw value, because few raw values exist and their rules are many.
  func value(_ rawValue: String, as other: Self) -> AnyHashable? {
    let json = isText ? try? JSONEncoder().encode(rawValue) : Data(rawValue.utf8)
    return json.flatMap { Self.value($0, as: other.swiftType) }
  }

  private static func value<Value: Decodable & Hashable & Sendable>(
    _ json: Data, as type: Value.Type
  ) -> AnyHashable? {
    (try? JSONDecoder().decode(type, from: json)).map { AnyHashable($0) }
  }

  package var swiftType: any (Codable & Hashable & Sendable).Type {
    switch self {
    case .bool: Bool.self
    case .string: String.self
    case .int: Int.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint: UInt.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    case .float: Float.self
    case .double: Double.self
    case .decimal: Decimal.self
    case .date: Date.self
    case .data: Data.self
    case .url: URL.self
    case .uuid: UUID.self
    }
  }
}
