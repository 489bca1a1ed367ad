import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// The name of a job: a string literal, or the name of a type such as `OrderPlaced.self`.
struct JobName {
  let name: String

  /// The metatype expression, if the job has the name of a type.
  let kind: ExprSyntax?

  /// Reads the first argument of `#job`.
  ///
  /// - Throws: An error at the argument if its syntax does not contain the name.
  init(of arguments: MacroArguments, in context: some MacroExpansionContext) throws {
    let argument = try arguments.required(
      arguments.leadingUnlabeled(name: "name").first, name: "name")
    let expression = Self.withoutParentheses(argument.expression)
    if let type = argument.metatypeBase {
      name = try KindName.job.name(of: type, in: context.lexicalContext)
      kind = expression.trimmed
    } else {
      name = try Self.literal(argument, expression)
      kind = nil
    }
  }

  private static func literal(
    _ argument: MacroArgument, _ expression: ExprSyntax
  ) throws -> String {
    // Among other expressions, only concatenated literals have their own suggestion.
    let isLiteral =
      expression.is(StringLiteralExprSyntax.self) || expression.is(SequenceExprSyntax.self)
      || expression.is(InfixOperatorExprSyntax.self)
    guard isLiteral else {
      throw ExpansionError.error(
        """
        the name of a job must be a string literal or a type such as 'OrderPlaced.self', because \
        it is read when the program is compiled; '\(expression.trimmedDescription)' is not
        """,
        id: "unreadableJobName", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#name#>""#)])
    }
    let name = try argument.string()
    guard !name.isEmpty else {
      throw ExpansionError.error(
        "a job needs a name, by which it is enqueued", id: "emptyJobName",
        at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#name#>""#)])
    }
    try checkIsFree(name, argument)
    return name
  }

  /// Throws an error if the name of a job or a queue belongs to the fires of schedules.
  static func checkIsFree(_ name: String, _ argument: MacroArgument) throws {
    guard name.hasPrefix("schedule:") else { return }
    throw ExpansionError.error(
      "names that start with 'schedule:' belong to the fires of schedules; write another one",
      id: "reservedJobName", at: argument.expression,
      fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#name#>""#)])
  }

  private static func withoutParentheses(_ expression: ExprSyntax) -> ExprSyntax {
    guard let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    else { return expression }
    return withoutParentheses(only.expression)
  }
}
