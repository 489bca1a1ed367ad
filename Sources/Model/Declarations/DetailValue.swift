/// A JSON value in the detail of a record.
public indirect enum DetailValue: Hashable, Sendable {
  case null
  case string(String)
  case integer(Int)
  case number(Double)
  case bool(Bool)
  case array([DetailValue])
  case object([String: DetailValue])
}

extension DetailValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .string(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension DetailValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: DetailValue...) { self = .array(elements) }

  /// Creates an object.
  ///
  /// If a key is repeated, the last value is used.
  public init(dictionaryLiteral elements: (String, DetailValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension DetailValue {
  /// The type of the value, for messages.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension DetailValue {
  /// Parses JSON, or returns `nil` if the string is invalid.
  package init?(json: String) {
    var parser = DetailParser(json)
    guard let value = parser.parse() else { return nil }
    self = value
  }
}
