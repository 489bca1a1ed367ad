import Foundation

/// A value of the JSON in a record.
package enum DetailValue: Sendable, Hashable, Encodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([DetailValue])
  case object([String: DetailValue])

  /// Parses JSON, or returns `nil` if the text is not valid.
  ///
  /// `JSONDecoder` would take seconds for 20,000 records: without a type to expect, it throws
  /// an error for each type that a value does not have.
  package init?(json: String) {
    let data = Data(json.utf8)
    guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    else { return nil }
    self.init(value)
  }

  private init?(_ value: Any) {
    switch value {
    case is NSNull: self = .null
    case let text as String: self = .text(text)
    // `as Bool` would take the numbers 0 and 1, too.
    case let number as NSNumber:
      let isFlag = unsafe number.objCType.pointee == NSNumber(value: true).objCType.pointee
      self = isFlag ? .flag(number.boolValue) : .number(number.doubleValue)
    case let list as [Any]: self = .list(list.compactMap(Self.init))
    case let object as [String: Any]: self = .object(object.compactMapValues(Self.init))
    default: return nil
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in object {
        try container.encode(value, forKey: Name(stringValue: name))
      }
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for value in list { try container.encode(value) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .flag(let flag): try flag.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    // Whole numbers are written without a fraction.
    case .number(let number):
      if let whole = Int(exactly: number) {
        try whole.encode(to: encoder)
      } else {
        try number.encode(to: encoder)
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// What the value is, for messages.
  var sort: String {
    switch self {
    case .null: "null"
    case .flag: "a truth value"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The value as an attribute: what is nested is shown as JSON.
  var attribute: ModuleGraph.Attribute.Value {
    switch self {
    case .null: "null"
    case .flag(let flag): .flag(flag)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let list): .list(list.map(\.shortText))
    case .object: .text(shortText)
    }
  }

  /// The value on one line; texts without quotes.
  private var shortText: String {
    switch self {
    case .list(let list): "[" + list.map(\.shortText).joined(separator: ", ") + "]"
    case .object(let object):
      "{"
        + object.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.shortText)" }
        .joined(separator: ", ") + "}"
    default: attribute.description
    }
  }
}
