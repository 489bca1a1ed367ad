import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// Checks the numbers in traits, such as `.retry(upTo: 0)`, which would be read as 1.
final class TraitLiterals: SyntaxVisitor {
  private var failure: (any Error)?

  /// Checks the traits of a task.
  ///
  /// - Throws: An error at the first number that means nothing.
  static func check(_ traits: [MacroArgument]) throws {
    let visitor = TraitLiterals(viewMode: .sourceAccurate)
    for trait in traits { visitor.walk(trait.expression) }
    if let failure = visitor.failure { throw failure }
  }

  /// The traits that count something, of which there must be one at least.
  private static let counting: Set = [
    "catchUp", "maximumRuns", "parallel", "queue", "retry",
  ]

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard failure == nil, let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.base == nil, Self.counting.contains(access.declName.baseName.text),
      let argument = call.arguments.first, [nil, "upTo"].contains(argument.label?.text),
      let count = try? MacroArgument(name: "upTo", expression: argument.expression)
        .integer(as: Int.self), count < 1
    else { return .visitChildren }
    failure = ExpansionError.error(
      "'\(call.trimmedDescription)' counts from 1; write 1 or more", id: "countBelowOne",
      at: argument.expression,
      fixIts: [Replacement.fixIt(of: argument.expression, by: "1")])
    return .skipChildren
  }
}
