import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

extension MacroArgument {
  /// Returns the text of a string literal in any form: with escapes, raw, or with several lines.
  ///
  /// - Throws: An error at the argument if it is not a literal or contains an interpolation.
  public func string() throws -> String {
    if let text = Self.text(of: bare) { return text }
    if let joined = Self.joinedText(of: bare) {
      throw unreadable(
        "one string literal", fix: ExprSyntax(StringLiteralExprSyntax(content: joined)))
    }
    if bare.is(StringLiteralExprSyntax.self) {
      throw unreadable("a string literal without interpolation")
    }
    throw unreadable("a string literal")
  }

  /// Returns the value of an integer literal in any notation, with or without a sign.
  ///
  /// - Throws: An error at the argument if it is not a literal or does not fit.
  public func integer<Value: FixedWidthInteger>(as type: Value.Type = Int.self) throws -> Value {
    switch Self.integerLiteral(bare) {
    case .value(let value):
      if let fitting = Value(exactly: value) { return fitting }
      fallthrough
    case .tooLarge:
      throw unreadable("an integer from \(Value.min) to \(Value.max)")
    case nil:
      throw unreadable("an integer literal", fix: integerMeant.map { "\(literal: $0)" })
    }
  }

  /// Returns the value of `true` or `false`.
  ///
  /// - Throws: An error at the argument if it is neither.
  public func boolean() throws -> Bool {
    if let literal = bare.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.tokenKind == .keyword(.true)
    }
    let meant: [ExprSyntax] =
      switch bare.trimmedDescription {
      case "1", "\"true\"", "\"yes\"", "!false": ["true"]
      case "0", "\"false\"", "\"no\"", "!true": ["false"]
      default: ["true", "false"]
      }
    throw unreadable("'true' or 'false'", fixes: meant)
  }

  /// Returns the JSON value of a literal: a string, a number, a Boolean, or an array or dictionary
  /// literal of these.
  ///
  /// - Throws: An error at the first part that is not such a literal.
  public func json() throws -> JSONValue {
    if let array = bare.as(ArrayExprSyntax.self) {
      return .array(
        try array.elements.map { try MacroArgument(name: name, expression: $0.expression).json() })
    }
    if let dictionary = bare.as(DictionaryExprSyntax.self) {
      guard case .elements(let elements) = dictionary.content else { return .object([:]) }
      var object: [String: JSONValue] = [:]
      for element in elements {
        let key = try MacroArgument(name: name, expression: element.key).string()
        guard object[key] == nil else {
          throw ExpansionError.error(
            "the key '\(key)' is already in '\(name)'; rename or remove one of them",
            id: "repeatedKey", at: element.key)
        }
        object[key] = try MacroArgument(name: name, expression: element.value).json()
      }
      return .object(object)
    }
    if let text = Self.text(of: bare) { return .string(text) }
    if let boolean = bare.as(BooleanLiteralExprSyntax.self) {
      return .bool(boolean.literal.tokenKind == .keyword(.true))
    }
    if case .value(let value) = Self.integerLiteral(bare), let integer = Int(exactly: value) {
      return .integer(integer)
    }
    if let number = Self.number(bare) { return .number(number) }
    throw unreadable("made of string, number and Boolean literals")
  }

  // MARK: Syntax to values

  private static func text(of expression: ExprSyntax) -> String? {
    expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// Returns the value of a concatenation such as `"a" + "b"`.
  private static func joinedText(of expression: ExprSyntax) -> String? {
    guard let sequence = expression.as(SequenceExprSyntax.self) else {
      // This is a folded tree, which expansion tests may contain.
      guard let infix = expression.as(InfixOperatorExprSyntax.self),
        infix.operator.trimmedDescription == "+",
        let left = text(of: infix.leftOperand) ?? joinedText(of: infix.leftOperand),
        let right = text(of: infix.rightOperand)
      else { return nil }
      return left + right
    }
    var joined = ""
    for (place, element) in sequence.elements.enumerated() {
      if place.isMultiple(of: 2) {
        guard let text = text(of: element) else { return nil }
        joined += text
      } else if element.trimmedDescription != "+" {
        return nil
      }
    }
    return joined
  }

  private enum IntegerLiteral {
    case value(Int128)
    case tooLarge
  }

  private static func integerLiteral(_ expression: ExprSyntax) -> IntegerLiteral? {
    if let prefixed = expression.as(PrefixOperatorExprSyntax.self) {
      guard let magnitude = integerLiteral(prefixed.expression.withoutParentheses) else {
        return nil
      }
      switch (prefixed.operator.text, magnitude) {
      case ("-", .value(let value)): return .value(-value)
      case ("+", _), ("-", .tooLarge): return magnitude
      default: return nil
      }
    }
    guard let literal = expression.as(IntegerLiteralExprSyntax.self) else { return nil }
    let digits = literal.literal.text.filter { $0 != "_" }
    let value =
      switch digits.prefix(2) {
      case "0b": Int128(digits.dropFirst(2), radix: 2)
      case "0o": Int128(digits.dropFirst(2), radix: 8)
      case "0x": Int128(digits.dropFirst(2), radix: 16)
      default: Int128(digits)
      }
    return value.map(IntegerLiteral.value) ?? .tooLarge
  }

  private static func number(_ expression: ExprSyntax) -> Double? {
    if let prefixed = expression.as(PrefixOperatorExprSyntax.self) {
      guard let magnitude = number(prefixed.expression.withoutParentheses) else { return nil }
      switch prefixed.operator.text {
      case "-": return -magnitude
      case "+": return magnitude
      default: return nil
      }
    }
    return expression.as(FloatLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// The integer that `"5"` or `5.0` probably means.
  private var integerMeant: Int? {
    if let text = Self.text(of: bare) { return Int(text) }
    return Self.number(bare).flatMap(Int.init(exactly:))
  }
}
