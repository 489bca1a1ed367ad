/// A name as a declaration has it: a text, or an expression that makes one.
struct SourceName: Hashable {
  /// The name by which the same thing is found in all declarations.
  let text: String

  /// A Boolean value that indicates whether only the running program knows the name.
  let isUnresolved: Bool

  /// The expression, where it says more than the name.
  let source: String?

  /// A name that is known.
  init(_ text: String) {
    self.text = text
    isUnresolved = false
    source = nil
  }

  /// The name that an expression makes, as far as one can see: the last member of
  /// `AppEvents.login`, the text in `RheaEvent("login")`.
  init(expression: String) {
    let words = expression.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    text = Self.text(in: words) ?? Self.lastMember(of: words) ?? words
    isUnresolved = true
    source = words == text ? nil : words
  }

  /// A text that is known or, by its flag, an expression.
  init(_ text: String, isUnresolved: Bool) {
    self = isUnresolved ? SourceName(expression: text) : SourceName(text)
  }

  /// The name behind the last dot, if the expression is nothing but names.
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

  /// The text between the only two quotes, if it is the last argument of a call.
  private static func text(in expression: String) -> String? {
    guard expression.hasSuffix("\")"), !expression.contains("\\"),
      let open = expression.firstIndex(of: "\""), open != expression.startIndex
    else { return nil }
    let text = expression[expression.index(after: open)...].dropLast(2)
    return text.isEmpty || text.contains("\"") ? nil : String(text)
  }
}
