import Declarations

/// The names of declared relay keys, by property.
///
/// The record of an observer of `.cartCount` contains that expression, and the record of the key
/// contains its name.
struct DeclaredRelayKeys {
  private struct Member: Hashable {
    let name: String
    /// The type of the values, or `nil` for a key of any type.
    let valueType: String?
  }

  /// The names of the keys, or `nil` if properties with one name return different keys.
  private var names: [Member: String?] = [:]

  init() {}

  /// Reads the records of relay keys.
  init(_ readings: [RecordReading]) {
    for reading in readings {
      guard case .success(.relayKey(let schema)) = reading.declaration,
        !reading.record.flags.contains(.unresolvedKey), let member = schema.member,
        let type = schema.type
      else { continue }
      add(reading.record.key, Member(name: member, valueType: nil))
      add(reading.record.key, Member(name: member, valueType: SpelledRelayKey.normalized(type)))
    }
  }

  private mutating func add(_ name: String, _ member: Member) {
    if let known = names[member] {
      if known != name { names[member] = .some(nil) }
    } else {
      names[member] = name
    }
  }

  /// Returns the name of the key in an expression such as `.cartCount` or
  /// `RelayKey<Int>.cartCount`.
  ///
  /// - Returns: The name, or `nil` if no record declares the property, or it is ambiguous.
  func name(for expression: String) -> String? {
    guard let dot = expression.lastIndex(of: ".") else { return nil }
    let member = String(
      expression[expression.index(after: dot)...].filter { $0 != "`" && !$0.isWhitespace })
    let type = SpelledRelayKey.valueType(of: String(expression[..<dot]))
    guard type != nil || expression[..<dot].allSatisfy(\.isWhitespace) else { return nil }
    return names[Member(name: member, valueType: type)] ?? nil
  }
}
