import BinaryInspection
import Foundation

/// A value of a type that is only known at run time.
///
/// It is encoded and decoded through the containers and standard types that synthesized code uses.
/// `DynamicValueTests` compares it with declared types.
indirect enum DynamicValue: Hashable, Sendable {
  struct Basic: Hashable, Sendable {
    let value: any (Codable & Hashable & Sendable)

    static func == (left: Self, right: Self) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  struct Member: Hashable, Sendable {
    let key: String
    let value: DynamicValue
    var writesNil = false
  }

  case basic(Basic)
  case null
  /// The value `nil` of an optional type inside of an optional type: a member with it is not omitted.
  case innerNull
  case array([DynamicValue])
  case set(Set<DynamicValue>)
  case strings([String: DynamicValue])
  case integers([Int: DynamicValue])
  case pairs([DynamicKey: DynamicValue])
  case keyed([DynamicCodingKey: DynamicValue])
  case object([Member])
  case oneCase(String, [Member])

  static func basic(_ value: any (Codable & Hashable & Sendable)) -> Self {
    .basic(Basic(value: value))
  }
}

/// A key of a dictionary, which has another type than its value.
struct DynamicKey: Hashable, Sendable {
  let value: DynamicValue
}

/// A key of a dictionary that is an object.
///
/// The types `K` and `L` accept different keys.
struct DynamicCodingKey: Hashable, Sendable, Codable, CodingKeyRepresentable {
  static let keys = ["K": ["a", "1"], "L": ["1", "_0"]]

  let text: String
  var codingKey: any CodingKey { Key(text) }

  init(_ text: String) { self.text = text }

  init?(codingKey: some CodingKey) {
    guard Self.keys[DynamicType.codingKey]!.contains(codingKey.stringValue) else { return nil }
    text = codingKey.stringValue
  }
}

/// A type with the forms that its names refer to.
struct DynamicType: Sendable, CustomStringConvertible {
  var type: DataType
  var forms: [String: DataForm]

  /// The types of the values, and of the keys, that are being decoded.
  @TaskLocal static var value = DynamicType(.basic(.int))
  @TaskLocal static var key = DynamicType(.basic(.int))
  @TaskLocal static var codingKey = "K"

  init(_ type: DataType, _ forms: [String: DataForm] = [:]) {
    self.type = type
    self.forms = forms
  }

  func with(_ type: DataType) -> Self { Self(type, forms) }

  func decode(_ json: Data) throws -> DynamicValue {
    try Self.$value.withValue(self) { try JSONDecoder().decode(DynamicValue.self, from: json) }
  }

  var description: String {
    "\(type)" + forms.sorted { $0.key < $1.key }.map { "; \($0.key) = \($0.value)" }.joined()
  }
}

private struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ key: String) { stringValue = key }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

// MARK: - Encoding

extension DynamicValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .basic(let basic):
      var container = encoder.singleValueContainer()
      try container.encode(basic.value)
    case .null, .innerNull: try Int?.none.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .set(let elements): try elements.encode(to: encoder)
    case .strings(let values): try values.encode(to: encoder)
    case .integers(let values): try values.encode(to: encoder)
    case .pairs(let values): try values.encode(to: encoder)
    case .keyed(let values): try values.encode(to: encoder)
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      try Self.encode(members, to: &container)
    case .oneCase(let key, let members):
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(key))
      try Self.encode(members, to: &nested)
    }
  }

  private static func encode(
    _ members: [Member], to container: inout KeyedEncodingContainer<Key>
  ) throws {
    for member in members where member.value != .null || member.writesNil {
      try container.encode(member.value, forKey: Key(member.key))
    }
  }
}

extension DynamicKey: Codable {
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  init(from decoder: any Decoder) throws {
    value = try DynamicType.$value.withValue(DynamicType.key) { try DynamicValue(from: decoder) }
  }
}

// MARK: - Decoding

extension DynamicValue: Decodable {
  init(from decoder: any Decoder) throws {
    let context = DynamicType.value
    func inside<Value>(_ type: DataType, _ body: () throws -> Value) rethrows -> Value {
      try DynamicType.$value.withValue(context.with(type), operation: body)
    }
    switch context.type {
    case .basic(let basic):
      self = .basic(try decoder.singleValueContainer().decode(basic.swiftType))
    case .optional(let wrapped):
      self = try inside(wrapped) { try DynamicValue?(from: decoder) } ?? .null
    case .array(let element):
      self = .array(try inside(element) { try [DynamicValue](from: decoder) })
    case .set(let element):
      self = .set(try inside(element) { try Set<DynamicValue>(from: decoder) })
    case .dictionary(.basic(.string), let value):
      self = .strings(try inside(value) { try [String: DynamicValue](from: decoder) })
    case .dictionary(.basic(.int), let value):
      self = .integers(try inside(value) { try [Int: DynamicValue](from: decoder) })
    case .dictionary(let key, let value):
      self = try DynamicType.$key.withValue(context.with(key)) {
        .pairs(try inside(value) { try [DynamicKey: DynamicValue](from: decoder) })
      }
    case .keyed(let key, let value):
      self = try DynamicType.$codingKey.withValue(key) {
        .keyed(try inside(value) { try [DynamicCodingKey: DynamicValue](from: decoder) })
      }
    case .named(let name):
      try self.init(from: decoder, as: context.forms[name]!, in: context)
    }
  }

  private init(from decoder: any Decoder, as form: DataForm, in context: DynamicType) throws {
    switch form {
    case .object(let fields):
      // The code for a structure without fields requests no container.
      self =
        fields.isEmpty
        ? .object([])
        : .object(
          try Self.members(fields, in: decoder.container(keyedBy: Key.self), of: context))
    case .cases(let cases):
      let container = try decoder.container(keyedBy: Key.self)
      let known = cases.filter { container.allKeys.map(\.stringValue).contains($0.key) }
      guard known.count == 1, let item = known.first else {
        throw DecodingError.typeMismatch(
          DynamicValue.self,
          .init(codingPath: [], debugDescription: "Invalid number of keys found, expected one."))
      }
      let nested = try container.nestedContainer(keyedBy: Key.self, forKey: Key(item.key))
      self = .oneCase(item.key, try Self.members(item.fields, in: nested, of: context))
    case .rawValues(let basic, let values):
      let value = Basic(value: try decoder.singleValueContainer().decode(basic.swiftType))
      guard values.contains(where: { Self.raw(basic, $0) == value }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "Cannot initialize from raw value"))
      }
      self = .basic(value)
    case .single(let type):
      self = try DynamicType.$value.withValue(context.with(type)) {
        try decoder.singleValueContainer().decode(DynamicValue.self)
      }
    case .opaque(let reason): preconditionFailure(reason)
    }
  }

  private static func members(
    _ fields: [DataForm.Field], in container: KeyedDecodingContainer<Key>, of context: DynamicType
  ) throws -> [Member] {
    try fields.map { field in
      let key = Key(field.key)
      var value: DynamicValue
      let isOptional = if case .optional = field.type { true } else { false }
      if field.hasDefault || (isOptional && !field.writesNil) {
        let wrapped = if case .optional(let wrapped) = field.type { wrapped } else { field.type }
        value =
          try DynamicType.$value.withValue(context.with(wrapped)) {
            try container.decodeIfPresent(DynamicValue.self, forKey: key)
          } ?? .null
      } else {
        value = try DynamicType.$value.withValue(context.with(field.type)) {
          try container.decode(DynamicValue.self, forKey: key)
        }
      }
      return Member(key: field.key, value: value, writesNil: field.writesNil)
    }
  }

  static func raw(_ basic: DataType.Basic, _ rawValue: String) -> Basic {
    switch basic {
    case .string: Basic(value: rawValue)
    case .float: Basic(value: Float(rawValue)!)
    case .double: Basic(value: Double(rawValue)!)
    case .uint8: Basic(value: UInt8(rawValue)!)
    case .int32: Basic(value: Int32(rawValue)!)
    default: Basic(value: Int(rawValue)!)
    }
  }
}
