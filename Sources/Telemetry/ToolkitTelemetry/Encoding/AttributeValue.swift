/// The value of an attribute: those kinds of OTLP's `AnyValue` that this package writes.
enum AttributeValue: Sendable, Hashable {
  case string(String)
  case integer(Int64)
}

extension AttributeValue: CustomStringConvertible {
  var description: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    }
  }
}

extension JSONWriter {
  /// Writes attributes as a member, unless there are none.
  mutating func attributes(_ attributes: [(name: String, value: AttributeValue)]) {
    guard !attributes.isEmpty else { return }
    name("attributes")
    array { json in
      for (name, value) in attributes { json.attribute(name, value) }
    }
  }

  private mutating func attribute(_ key: String, _ value: AttributeValue) {
    object { json in
      json.name("key")
      json.string(key)
      json.name("value")
      json.object { json in
        switch value {
        case .string(let text):
          json.name("stringValue")
          json.string(text)
        case .integer(let number):
          json.name("intValue")
          json.quotedNumber(number)
        }
      }
    }
  }
}
