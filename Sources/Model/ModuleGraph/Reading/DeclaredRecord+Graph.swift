import Declarations

extension DeclaredRecord {
  /// The name under which it is declared, or what is known of it.
  var name: SourceName { SourceName(key, isUnresolved: flags.contains(.unresolvedKey)) }
}

extension DetailValue {
  /// The value as an attribute; what is nested is shown as JSON.
  var attribute: ModuleGraph.Attribute.Value {
    switch self {
    case .null: "null"
    case .boolean(let flag): .flag(flag)
    case .integer(let number): .number(Double(number))
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .array(let list): .list(list.map(\.shortText))
    case .object: .text(shortText)
    }
  }

  /// The value on one line; texts without quotes.
  private var shortText: String {
    switch self {
    case .array(let list): "[" + list.map(\.shortText).joined(separator: ", ") + "]"
    case .object(let object):
      "{"
        + object.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.shortText)" }
        .joined(separator: ", ") + "}"
    default: attribute.description
    }
  }
}

extension JSONObject {
  /// All values, by name.
  var attributes: [ModuleGraph.Attribute] {
    values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.attribute) }
  }
}
