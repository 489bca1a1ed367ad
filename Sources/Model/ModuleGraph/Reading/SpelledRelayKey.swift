/// A relay key whose type and name are both written at its use: `RelayKey<Int>("cart.count")`.
///
/// For `.cartCount`, only the compiler knows the type, and only the running program the name.
struct SpelledRelayKey: Hashable {
  /// The name of the key.
  let name: String
  /// The type of the values as written, without spaces.
  let valueType: String

  init(name: String, valueType: String) {
    self.name = name
    self.valueType = Self.normalized(valueType)
  }

  /// Parses an expression.
  ///
  /// - Returns: `nil` if the type or the name is not written in it.
  init?(_ expression: String) {
    var rest = expression[...]
    guard let type = rest.skipKeyType() else { return nil }
    rest.skip(".init")
    guard rest.skip("(\"") else { return nil }
    let text = rest.prefix { $0 != "\"" && $0 != "\\" }
    rest = rest.dropFirst(text.count)
    guard rest == "\")", !text.isEmpty else { return nil }
    self.init(name: String(text), valueType: type)
  }

  /// Returns `Int` for `RelayKey<Int>`, and `nil` for any other string.
  static func valueType(of text: String) -> String? {
    var rest = text[...]
    guard let type = rest.skipKeyType(), rest.isEmpty else { return nil }
    return normalized(type)
  }

  /// Returns a type without spaces and without the prefix `Swift.`.
  static func normalized(_ type: String) -> String {
    let type = type.filter { !$0.isWhitespace }
    return type.hasPrefix("Swift.") ? String(type.dropFirst("Swift.".count)) : type
  }
}

extension Substring {
  /// Removes `RelayKey<…>` from the start.
  ///
  /// - Returns: The type in the angle brackets, or `nil` if the start is different.
  fileprivate mutating func skipKeyType() -> String? {
    skip("Pharos.")
    guard skip("RelayKey<") else { return nil }
    var type = ""
    var depth = 1
    while let character = popFirst() {
      if character == "<" { depth += 1 }
      if character == ">", type.last != "-" { depth -= 1 }
      if depth == 0 { break }
      type.append(character)
    }
    return depth == 0 && !type.allSatisfy(\.isWhitespace) ? type : nil
  }

  /// Removes a string from the start.
  ///
  /// - Returns: Whether the start was equal.
  @discardableResult
  fileprivate mutating func skip(_ text: String) -> Bool {
    guard hasPrefix(text) else { return false }
    removeFirst(text.count)
    return true
  }
}
