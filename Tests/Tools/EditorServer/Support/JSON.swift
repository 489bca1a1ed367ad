/// A value of JSON, for tests that look at messages.
enum JSON: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  subscript(key: String) -> JSON {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  subscript(index: Int) -> JSON {
    if case .array(let elements) = self, elements.indices.contains(index) {
      elements[index]
    } else {
      .null
    }
  }

  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var number: Int? { if case .number(let number) = self { Int(number) } else { nil } }
}

extension JSON: Decodable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let elements = try? value.decode([JSON].self) {
      self = .array(elements)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }
}
