import Declarations
import SwiftSyntax

/// The key of the record of a wire: `event .login -> task Load (succeeded)`.
enum WireText {
  static func text(of arguments: LabeledExprListSyntax) -> String {
    let value = { (label: String) in arguments.first { $0.label?.text == label }?.expression }
    if let event = value("join") {
      return "\(text(event: event)) <-> \(value("with").map(text(taskEvent:)) ?? "")"
    }
    let source = value("on").map { end($0) ?? text(event: $0) } ?? ""
    return "\(source) -> \(target(arguments))"
  }

  private static func target(_ arguments: LabeledExprListSyntax) -> String {
    let tasks = arguments.drop { $0.label?.text != "run" }
      .prefix { $0.label == nil || $0.label?.text == "run" }
    if !tasks.isEmpty {
      return "task " + tasks.map { literal($0.expression) }.joined(separator: ", ")
    }
    if let url = arguments.first(where: { $0.label?.text == "call" }) {
      return "call \(literal(url.expression))"
    }
    if let job = arguments.first(where: { ["job", "durable"].contains($0.label?.text) }) {
      return "job \(literal(job.expression)) (durable)"
    }
    guard let to = arguments.first(where: { $0.label?.text == "to" })?.expression else { return "" }
    return end(to) ?? "unknown \(to.trimmedDescription)"
  }

  /// Returns the text of an end such as `.task("Load", .succeeded)`, or `nil` for other expressions.
  private static func end(_ expression: ExprSyntax) -> String? {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let callee = Callee(call.calledExpression), let first = call.arguments.first?.expression
    else { return nil }
    return switch callee.name {
    case "event": text(event: first)
    case "taskEvent": text(taskEvent: first)
    case "call": "call \(literal(first))"
    case "relay", "changes": "relay \(first.trimmedDescription)"
    case "notification": "notification \(first.trimmedDescription)"
    case "perform": "closure \(literal(first))"
    case "task", "job": "\(callee.name) \(namesAndStates(call.arguments))"
    default: nil
    }
  }

  private static func namesAndStates(_ arguments: LabeledExprListSyntax) -> String {
    let unlabeled = arguments.filter { $0.label == nil }.map(\.expression)
    let isName = { (expression: ExprSyntax) in
      expression.is(StringLiteralExprSyntax.self) || typeName(expression) != nil
    }
    let names = unlabeled.filter(isName).map(literal)
    let states = unlabeled.filter { !isName($0) }.compactMap {
      $0.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
    let text = names.joined(separator: ", ")
    return states.isEmpty ? text : "\(text) (\(states.joined(separator: ", ")))"
  }

  /// The events with names that macros know.
  private static let knownEvents: Set<String> = ["load", "premain", "appDidFinishLaunching"]

  private static func text(event expression: ExprSyntax) -> String {
    let member = expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    if let member, knownEvents.contains(member) { return "event \(member)" }
    return "event \(literal(expression))"
  }

  private static func text(taskEvent expression: ExprSyntax) -> String {
    let names = NameExpression.all(in: expression).map(\.text)
    return names.allSatisfy(TaskSchema.eventNames.contains) && !names.isEmpty
      ? "taskEvent \(names.joined(separator: ", "))"
      : "taskEvent \(expression.trimmedDescription)"
  }

  private static func literal(_ expression: ExprSyntax) -> String {
    expression.as(StringLiteralExprSyntax.self).map { LiteralText($0).text }
      ?? typeName(expression) ?? expression.trimmedDescription
  }

  /// The last part of the name in `Type.self`, which names the task.
  private static func typeName(_ expression: ExprSyntax) -> String? {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return access.base.flatMap { base in
      base.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
  }
}
