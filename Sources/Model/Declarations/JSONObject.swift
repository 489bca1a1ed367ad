/// A JSON object with typed access to its values.
///
/// Unknown values are ignored, because later versions of the schema may add some.
package struct JSONObject: Sendable, Equatable {
  /// The values by name.
  package let values: [String: DetailValue]

  /// The path of the object as a prefix for messages, such as `from.`.
  private let path: String

  private init(_ values: [String: DetailValue], path: String) {
    self.values = values
    self.path = path
  }

  /// An object without values.
  package static let empty = JSONObject([:], path: "")

  /// Creates an object from a JSON value.
  ///
  /// - Throws: A fault if the value is not an object.
  package init(_ value: DetailValue) throws(RecordFault) {
    guard case .object(let values) = value else {
      throw RecordFault("it is \(value.typeName), but must be a JSON object")
    }
    self.init(values, path: "")
  }

  // Missing and `null` values are `nil`. Values of another type are faults. Keys are existentials:
  // specialized for each schema, these methods added 40 KB to every client of Khala.

  /// Returns an optional string.
  package func text(_ key: any CodingKey) throws(RecordFault) -> String? {
    switch self[key] {
    case nil: return nil
    case .string(let text): return text
    case let other?: throw fault(key, other, "a text")
    }
  }

  /// Returns a required string.
  package func requiredText(_ key: any CodingKey) throws(RecordFault) -> String {
    try required(try text(key), key, "a text")
  }

  /// Returns an optional value of an enumeration.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: any CodingKey, of _: Choice.Type = Choice.self
  ) throws(RecordFault) -> Choice? {
    guard let text = try text(key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    throw RecordFault("'\(path)\(key.stringValue)' is '\(text)', but must be \(known)")
  }

  /// Returns a Boolean value, `false` if it is missing.
  package func flag(_ key: any CodingKey) throws(RecordFault) -> Bool {
    switch self[key] {
    case nil: return false
    case .bool(let flag): return flag
    case let other?: throw fault(key, other, "true or false")
    }
  }

  /// Returns an optional number.
  package func number(_ key: any CodingKey) throws(RecordFault) -> Double? {
    switch self[key] {
    case nil: return nil
    case .integer(let number): return Double(number)
    case .number(let number): return number
    case let other?: throw fault(key, other, "a number")
    }
  }

  /// Returns an optional integer.
  package func integer(_ key: any CodingKey) throws(RecordFault) -> Int? {
    switch self[key] {
    case nil: return nil
    case .integer(let number): return number
    case let other?: throw fault(key, other, "a whole number")
    }
  }

  /// Returns an optional array of strings.
  package func texts(_ key: any CodingKey) throws(RecordFault) -> [String]? {
    switch self[key] {
    case nil: return nil
    case .array(let list):
      var texts: [String] = []
      for element in list {
        guard case .string(let text) = element else { throw fault(key, element, "texts only") }
        texts.append(text)
      }
      return texts
    case let other?: throw fault(key, other, "a list of strings")
    }
  }

  /// Returns an optional object.
  package func object(_ key: any CodingKey) throws(RecordFault) -> JSONObject? {
    switch self[key] {
    case nil: return nil
    case .object(let values): return JSONObject(values, path: "\(path)\(key.stringValue).")
    case let other?: throw fault(key, other, "an object")
    }
  }

  /// Returns a required object.
  package func requiredObject(_ key: any CodingKey) throws(RecordFault) -> JSONObject {
    try required(try object(key), key, "an object")
  }

  /// Returns an optional array of objects.
  package func objects(_ key: any CodingKey) throws(RecordFault) -> [JSONObject]? {
    switch self[key] {
    case nil: return nil
    case .array(let list):
      var objects: [JSONObject] = []
      for (number, element) in list.enumerated() {
        guard case .object(let values) = element else { throw fault(key, element, "objects only") }
        objects.append(JSONObject(values, path: "\(path)\(key.stringValue)[\(number)]."))
      }
      return objects
    case let other?: throw fault(key, other, "a list of objects")
    }
  }

  /// Returns a required array of objects.
  package func requiredObjects(_ key: any CodingKey) throws(RecordFault) -> [JSONObject] {
    try required(try objects(key), key, "a list of objects")
  }

  /// The value of a key, or `nil` if it is missing or `null`.
  private subscript(key: any CodingKey) -> DetailValue? {
    let value = values[key.stringValue]
    return value == .null ? nil : value
  }

  private func required<Value>(
    _ value: Value?, _ key: any CodingKey, _ wanted: String
  ) throws(RecordFault) -> Value {
    guard let value else {
      throw RecordFault("it has no '\(path)\(key.stringValue)', which must be \(wanted)")
    }
    return value
  }

  private func fault(
    _ key: any CodingKey, _ value: DetailValue, _ wanted: String
  ) -> RecordFault {
    RecordFault("'\(path)\(key.stringValue)' is \(value.typeName), but must be \(wanted)")
  }
}

/// An error in the detail of a record.
package struct RecordFault: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension JSONObject {
  /// Parses the detail of a record.
  ///
  /// An empty string is an empty object.
  ///
  /// - Throws: A fault if the string is not valid JSON, or not an object.
  package init(json: String) throws(RecordFault) {
    guard !json.isEmpty else {
      self = .empty
      return
    }
    guard let value = DetailValue(json: json) else {
      throw RecordFault("it is not readable JSON")
    }
    try self.init(value)
  }
}
