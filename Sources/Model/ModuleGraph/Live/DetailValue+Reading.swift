// Records never need these, so programs without a graph do not include them.

extension DetailValue: Decodable {
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
    } else if let values = try? container.decode([DetailValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: DetailValue].self))
    }
  }
}

extension DetailValue: ExpressibleByFloatLiteral, ExpressibleByNilLiteral {
  public init(floatLiteral number: Double) { self = .number(number) }
  public init(nilLiteral: ()) { self = .null }
}

extension DetailValue {
  /// Creates an object, without the members that are `nil`.
  public init(members: [String: DetailValue?]) {
    self = .object(members.compactMapValues(\.self))
  }

  /// The value for a key, or `nil` if this is not an object or does not have the key.
  public subscript(key: String) -> DetailValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The value at an index, or `nil` if this is not an array or is shorter.
  public subscript(index: Int) -> DetailValue? {
    if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
  }

  /// The string, or `nil` if this is another value.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements, or `nil` if this is not an array.
  public var array: [DetailValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The integer, or `nil` if this is another value.
  public var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The Boolean value, or `nil` if this is another value.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}
