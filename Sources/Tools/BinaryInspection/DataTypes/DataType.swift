/// A type as a value of it is encoded: `[HarborContracts.Container]?`.
///
/// Only standard types and the names of declared types occur in it. ``DataSchemas`` contains the
/// form of each declared type.
package indirect enum DataType: Sendable, Hashable {
  /// A type of the standard library or of Foundation that is encoded as a single value.
  package enum Basic: String, Sendable, Hashable, CaseIterable {
    case bool = "Bool"
    case string = "String"
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint = "UInt"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
    case float = "Float"
    case double = "Double"
    case decimal = "Decimal"
    case date = "Date"
    case data = "Data"
    case url = "URL"
    case uuid = "UUID"
  }

  case basic(Basic)
  /// A declared type, by its qualified name: `Feed.Page<Feed.Item>`.
  case named(String)
  case optional(DataType)
  case array(DataType)
  case set(DataType)
  case dictionary(key: DataType, value: DataType)
  /// A dictionary whose key conforms to `CodingKeyRepresentable`, by the qualified name of the key.
  ///
  /// The code of the key chooses the strings that stand for it in the encoded object.
  case keyed(by: String, value: DataType)
}

extension DataType: CustomStringConvertible {
  /// The type in Swift, with qualified names.
  package var description: String {
    switch self {
    case .basic(let basic): basic.rawValue
    case .named(let name): name
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .keyed(let key, let value): "[\(key): \(value)]"
    }
  }
}

/// The form of a declared type.
package enum DataForm: Sendable, Hashable {
  /// A member of an encoded object.
  package struct Field: Sendable, Hashable {
    /// The key in the encoded object.
    package let key: String
    package let type: DataType
    /// A Boolean value that indicates whether the member is also present for `nil`, as `null`.
    ///
    /// This is so if the type is a generic parameter that stands for an optional type, because
    /// synthesized code only omits members whose type is written as an optional.
    package let writesNil: Bool
    /// A Boolean value that indicates whether the code of the type also reads objects without the
    /// member, or with `null` for it, although it always writes the member.
    package let hasDefault: Bool

    package init(
      _ key: String, _ type: DataType, writesNil: Bool = false, hasDefault: Bool = false
    ) {
      self.key = key
      self.type = type
      self.writesNil = writesNil
      self.hasDefault = hasDefault
    }

    /// The type of the member if it is present, or `nil` if it is always present.
    var omitted: DataType? {
      if !writesNil, case .optional(let wrapped) = type { wrapped } else { nil }
    }

    /// A Boolean value that indicates whether an object without the member cannot be read.
    var isRequired: Bool { omitted == nil && !hasDefault }

    /// A Boolean value that indicates whether the member can be read if it is `null`.
    var acceptsNil: Bool { hasDefault || type.isOptional }

    /// The type as which the member is read.
    var readType: DataType { hasDefault && !type.isOptional ? .optional(type) : type }
  }

  /// A case of an enumeration without raw values.
  package struct Case: Sendable, Hashable {
    package let key: String
    /// The associated values, with the keys `_0`, `_1` and so on if they have no label.
    package let fields: [Field]

    package init(_ key: String, _ fields: [Field] = []) {
      self.key = key
      self.fields = fields
    }
  }

  /// A structure or a class without a superclass: an object with a member for each field.
  ///
  /// Members with an optional type are omitted for `nil`.
  case object([Field])
  /// An enumeration without raw values: an object with one member, whose key is the case.
  case cases([Case])
  /// An enumeration with raw values: one of these values.
  case rawValues(DataType.Basic, [String])
  /// A value of another type, such as the only property of a structure.
  case single(DataType)
  /// A form that could not be determined, with the reason as a sentence without a period.
  case opaque(String)
}
