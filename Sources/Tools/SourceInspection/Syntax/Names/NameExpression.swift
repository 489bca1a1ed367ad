import SwiftParser
import SwiftSyntax

/// A name in an expression: a literal, a member or a type.
struct NameExpression {
  let form: SourceName.Form
  let text: String
  let range: Range<Int>

  /// The depth of nested expressions at which the search stops.
  private static let deepest = 16

  /// Returns the names that may be the value of an expression.
  ///
  /// A list and `isLate ? .a : .b` have several. An expression that is only known at run time has
  /// none.
  static func all(in expression: ExprSyntax, depth: Int = 0) -> [NameExpression] {
    guard depth < deepest else { return [] }
    if let literal = expression.as(StringLiteralExprSyntax.self) {
      let text = LiteralText(literal)
      return [NameExpression(form: .literal, text: text.text, range: text.range)]
    }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return named(member, depth: depth)
    }
    return parts(of: expression).flatMap { all(in: $0, depth: depth + 1) }
  }

  private static func named(_ member: MemberAccessExprSyntax, depth: Int) -> [NameExpression] {
    let name = member.declName.baseName
    switch (name.tokenKind, name.text) {
    case (.keyword(.self), _):
      guard let base = member.base else { return [] }
      return [
        NameExpression(form: .type, text: base.trimmedDescription, range: base.trimmedOffsets)
      ]
    case (_, "event"), (_, "rawValue"):
      // `.login.event` and `.login.rawValue` stand for the same name as `.login`.
      if let base = member.base, base.is(MemberAccessExprSyntax.self) {
        return all(in: base, depth: depth + 1)
      }
    default: break
    }
    return [NameExpression(member: name)].compactMap(\.self)
  }

  /// Creates the name of a member, or returns `nil` for a keyword such as `self`.
  init?(member name: TokenSyntax) {
    if case .keyword = name.tokenKind { return nil }
    form = .member
    // The user has typed the dot, but not the name after it.
    text = name.presence == .missing ? "" : name.identifier?.name ?? name.text
    range = name.trimmedOffsets
  }

  private init(form: SourceName.Form, text: String, range: Range<Int>) {
    self.form = form
    self.text = text
    self.range = range
  }

  /// Returns the subexpressions that may be the value of an expression.
  private static func parts(of expression: ExprSyntax) -> [ExprSyntax] {
    switch expression.as(ExprSyntaxEnum.self) {
    case .arrayExpr(let list): list.elements.map(\.expression)
    case .tupleExpr(let tuple): tuple.elements.count == 1 ? tuple.elements.map(\.expression) : []
    case .tryExpr(let attempt): [attempt.expression]
    case .awaitExpr(let waiting): [waiting.expression]
    case .forceUnwrapExpr(let unwrapped): [unwrapped.expression]
    case .sequenceExpr(let sequence): parts(of: sequence)
    case .functionCallExpr(let call): parts(of: call)
    default: []
    }
  }

  /// Returns both values of a condition, both sides of `??`, or the operand of `as`.
  private static func parts(of sequence: SequenceExprSyntax) -> [ExprSyntax] {
    let elements = Array(sequence.elements)
    for index in elements.indices.dropFirst() {
      if let ternary = elements[index].as(UnresolvedTernaryExprSyntax.self) {
        return [ternary.thenExpression] + elements[(index + 1)...].prefix(1)
      }
      if elements[index].is(UnresolvedAsExprSyntax.self) { return [elements[0]] }
      if elements[index].trimmedDescription == "??" {
        return elements.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      }
    }
    return []
  }

  /// The types whose initializers turn a string into a name.
  private static let constructors: Set<String> = [
    "RheaEvent", "TypedRheaEvent", "RelayKey", "Name", "TaskMilestone", "TaskReference", "URL",
    "Notification", "ScheduleZone", "CronExpression", "init",
  ]

  /// The labels of the first argument of these initializers.
  private static let labels: Set<String> = ["rawValue", "string", "stringLiteral", "name"]

  private static func parts(of call: FunctionCallExprSyntax) -> [ExprSyntax] {
    guard let callee = Callee(call.calledExpression), constructors.contains(callee.name),
      let argument = call.arguments.first, argument.label.map({ labels.contains($0.text) }) != false
    else { return [] }
    return [argument.expression]
  }
}

extension SyntaxProtocol {
  /// The byte offsets of the node, without the whitespace and comments around it.
  var trimmedOffsets: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }
}

extension String {
  /// A Boolean value that indicates whether the string can name a type without backticks.
  package var isTypeName: Bool { isValidSwiftIdentifier(for: .variableName) }
}

/// The value of a string literal, and the byte offsets between its quotes.
struct LiteralText {
  /// The value, with escapes replaced and `{}` for each interpolation.
  let text: String
  /// The offsets of the bytes between the quotes.
  let range: Range<Int>

  init(_ literal: StringLiteralExprSyntax) {
    let isOpen = literal.closingQuote.presence == .missing || literal.closingQuote.text.isEmpty
    let pounds = literal.openingPounds?.text.utf8.count ?? 0
    let start = literal.openingQuote.endPositionBeforeTrailingTrivia.utf8Offset
    var text = ""
    var first: Int?
    var end = start
    for segment in literal.segments {
      guard let segment = segment.as(StringSegmentSyntax.self) else {
        text += "{}"
        first = first ?? segment.positionAfterSkippingLeadingTrivia.utf8Offset
        end = segment.endPositionBeforeTrailingTrivia.utf8Offset
        continue
      }
      let content = segment.content
      first = first ?? content.positionAfterSkippingLeadingTrivia.utf8Offset
      let source = isOpen ? Self.closed(content.text) : content.text[...]
      text += StringEscapes.replaced(in: source, pounds: pounds)
      end = content.positionAfterSkippingLeadingTrivia.utf8Offset + source.utf8.count
      // The parser takes the code after an unfinished literal for a part of it.
      if source.endIndex != content.text.endIndex { break }
    }
    self.text = text
    range = (first ?? start)..<max(first ?? start, end)
  }

  /// Returns the part of an unfinished literal that is likely to be its content.
  ///
  /// While the user types a literal, the rest of the line follows it, as in
  /// `Khala(str: "kl://Car)?.call()`.
  private static func closed(_ content: String) -> Substring {
    content.prefix { !$0.isWhitespace && !"),;".contains($0) }
  }
}

/// The escapes in string literals.
enum StringEscapes {
  /// Replaces the escapes in the source of a string literal.
  ///
  /// - Parameters:
  ///   - source: The source between the quotes.
  ///   - pounds: The number of `#` around the literal. An escape has as many after its backslash.
  /// - Returns: The value of the literal.
  static func replaced(in source: Substring, pounds: Int) -> String {
    guard source.utf8.contains(UInt8(ascii: "\\")) else { return String(source) }
    let prefix = "\\" + String(repeating: "#", count: pounds)
    var text = ""
    var rest = source
    while !rest.isEmpty {
      if rest.hasPrefix(prefix), let (scalar, length) = escape(rest.dropFirst(prefix.count)) {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(prefix.count + length)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }

  /// Returns the scalar of an escape, and the number of its characters in the source.
  private static func escape(_ source: Substring) -> (Unicode.Scalar, Int)? {
    switch source.first {
    case "n": ("\n", 1)
    case "t": ("\t", 1)
    case "r": ("\r", 1)
    case "0": ("\0", 1)
    case "\\": ("\\", 1)
    case "\"": ("\"", 1)
    case "'": ("'", 1)
    case "u": numbered(source.dropFirst())
    default: nil
    }
  }

  /// Reads a scalar that is written as `{1F6A2}`.
  private static func numbered(_ source: Substring) -> (Unicode.Scalar, Int)? {
    guard source.first == "{" else { return nil }
    let digits = source.dropFirst().prefix { $0 != "}" }
    guard digits.endIndex != source.endIndex, digits.count <= 8,
      let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number)
    else { return nil }
    return (scalar, digits.count + 3)
  }
}
