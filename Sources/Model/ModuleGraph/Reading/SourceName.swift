/// A name in a declaration: a string, or an expression that returns one.
struct SourceName: Hashable {
  /// The name that identifies the same item in all declarations.
  let text: String

  /// A Boolean value that indicates whether only the running program knows the name.
  let isUnresolved: Bool

  /// The expression, if it contains more than the name.
  let source: String?

  /// Creates a known name.
  init(_ text: String) {
    self.text = text
    isUnresolved = false
    source = nil
  }

  /// Creates the name that an expression probably stands for.
  ///
  /// It is the last member of `AppEvents.login`, the string in `RheaEvent("login")`, or else the
  /// whole expression.
  init(expression: String) {
    let words = expression.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    text = Self.text(in: words) ?? Self.lastMember(of: words) ?? words
    isUnresolved = true
    source = words == text ? nil : words
  }

  /// Creates a name from a string that is a known name or, by its flag, an expression.
  init(_ text: String, isUnresolved: Bool) {
    self = isUnresolved ? SourceName(expression: text) : SourceName(text)
  }

  /// Returns the name after the last dot, if the expression consists of names only.
  private static func lastMember(of expression: String) -> String? {
    let names = expression.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = names.last else { return nil }
    let isPath = names.enumerated().allSatisfy { number, name in
      isIdentifier(name) || (number == 0 && name.isEmpty)
    }
    guard isPath else { return nil }
    return last.hasPrefix("`") ? String(last.dropFirst().dropLast()) : String(last)
  }

  private static func isIdentifier(_ name: Substring) -> Bool {
    var name = name
    if name.count > 2, name.hasPrefix("`"), name.hasSuffix("`") {
      name = name.dropFirst().dropLast()
    }
    guard let first = name.first, !first.isNumber else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Returns the string between the only two quotes, if it is the last argument of a call.
  private static func text(in expression: String) -> String? {
    guard expression.hasSuffix("\")"), !expression.contains("\\"),
      let open = expression.firstIndex(of: "\""), open != expression.startIndex
    else { return nil }
    let text = expression[expression.index(after: open)...].dropLast(2)
    return text.isEmpty || text.contains("\"") ? nil : String(text)
  }
}
