import SwiftSyntax

/// The names that an expression stands for.
struct NameExpression {
  let form: SourceName.Form
  let text: String
  let range: Range<Int>

  /// The number of expressions inside each other, beyond which they are not looked at.
  private static let deepest = 16

  /// Returns the names that an expression may have as its value: several for a list and for
  /// `isLate ? .a : .b`, none for what only the running program knows.
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
      // `TypedRheaEvent.event`, and the text of a constant, stand for what they belong to.
      if let base = member.base, base.is(MemberAccessExprSyntax.self) {
        return all(in: base, depth: depth + 1)
      }
    default: break
    }
    // A dot with nothing behind it, while the name is typed.
    let text = name.presence == .missing ? "" : name.identifier?.name ?? name.text
    return [NameExpression(form: .member, text: text, range: name.trimmedOffsets)]
  }

  /// Returns the expressions one of which is the value.
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

  /// Returns both values of a condition, both sides of `??`, and what is before `as`.
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

  /// The types whose initializers turn a text into a name.
  private static let constructors: Set<String> = [
    "RheaEvent", "TypedRheaEvent", "RelayKey", "Name", "TaskMilestone", "TaskReference", "URL",
    "Notification", "ScheduleZone", "CronExpression", "init",
  ]

  /// The labels of the arguments with which they do.
  private static let labels: Set<String> = ["rawValue", "string", "stringLiteral", "name"]

  private static func parts(of call: FunctionCallExprSyntax) -> [ExprSyntax] {
    guard let callee = Callee(call.calledExpression), constructors.contains(callee.name),
      let argument = call.arguments.first, argument.label.map({ labels.contains($0.text) }) != false
    else { return [] }
    return [argument.expression]
  }
}

extension SyntaxProtocol {
  /// The offsets of the bytes, without the space and the comments around them.
  var trimmedOffsets: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }
}
