import Foundation

extension ConsoleValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let number = try? container.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let values = try? container.decode([ConsoleValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: ConsoleValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let number): try container.encode(number)
    // JSON knows no other numbers.
    case .number(let number) where !number.isFinite: try container.encode("\(number)")
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension ConsoleValue: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String {
    (try? ConsoleCoding.text(of: self)) ?? "null"
  }
}

/// The coding of everything that goes through a console.
enum ConsoleCoding {
  /// A value as JSON on one line.
  static func bytes(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  static func text(of value: some Encodable) throws -> String {
    String(decoding: try bytes(of: value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
