/// A relay's key whose type and name are both written where it is used:
/// `RelayKey<Int>("cart.count")`.
///
/// Of `.cartCount`, only the compiler knows the type and only the running program the name.
struct SpelledRelayKey: Hashable {
  /// The name of the key.
  let name: String
  /// The type of the values, as it is written, without spaces.
  let valueType: String

  /// Reads an expression.
  ///
  /// - Returns: `nil` if the type or the name is not written in it.
  init?(_ expression: String) {
    // Only spaces in the name matter, and those are in quotes.
    var rest = expression[...]
    var type = ""
    rest.skip("Pharos.")
    guard rest.skip("RelayKey<") else { return nil }
    var depth = 1
    while let character = rest.popFirst() {
      if character == "<" { depth += 1 }
      if character == ">", type.last != "-" { depth -= 1 }
      if depth == 0 { break }
      if !character.isWhitespace { type.append(character) }
    }
    rest.skip(".init")
    guard depth == 0, rest.skip("(\"") else { return nil }
    let text = rest.prefix { $0 != "\"" && $0 != "\\" }
    rest = rest.dropFirst(text.count)
    guard rest == "\")", !text.isEmpty, !type.isEmpty else { return nil }
    name = String(text)
    valueType = type.hasPrefix("Swift.") ? String(type.dropFirst("Swift.".count)) : type
  }
}

extension Substring {
  /// Removes a text from the beginning.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  fileprivate mutating func skip(_ text: String) -> Bool {
    guard hasPrefix(text) else { return false }
    removeFirst(text.count)
    return true
  }
}
