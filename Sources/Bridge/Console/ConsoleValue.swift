/// A value of JSON, as requests and responses carry it.
public enum ConsoleValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([ConsoleValue])
  case object([String: ConsoleValue])
}

extension ConsoleValue {
  /// The value of a key; nil if this is no object or has no such key.
  public subscript(key: String) -> ConsoleValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The value at an index; nil if this is no array or is shorter.
  public subscript(index: Int) -> ConsoleValue? {
    if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
  }

  /// The text, if this is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The values, if this is an array.
  public var array: [ConsoleValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The integer, if this is one.
  public var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The Boolean value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}

// MARK: - Literals

extension ConsoleValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral number: Int) { self = .integer(number) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(floatLiteral number: Double) { self = .number(number) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral values: ConsoleValue...) { self = .array(values) }
  public init(dictionaryLiteral members: (String, ConsoleValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
}
