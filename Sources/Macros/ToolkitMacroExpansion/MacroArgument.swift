public import SwiftSyntax

/// One argument of a macro, and ways to read what it says at compile time.
///
/// Each reader either returns the value or throws an error at this argument that
/// says what to write: there is no silent default.
public struct MacroArgument {
  /// The name of the argument in errors: the label of its parameter.
  public let name: String

  /// The expression that was written.
  public let expression: ExprSyntax

  /// Creates an argument from an expression, for a macro that finds its
  /// arguments in places of its own.
  public init(name: String, expression: ExprSyntax) {
    self.name = name
    self.expression = expression
  }

  /// The expression without the parentheses around it.
  var bare: ExprSyntax { expression.withoutParentheses }

  /// The error for an argument that cannot be read, with what was meant if that
  /// is known.
  func unreadable(_ what: String, fix: ExprSyntax?) -> any Error {
    unreadable(what, fixes: fix.map { [$0] } ?? [])
  }

  /// The error for an argument that cannot be read.
  ///
  /// - Parameters:
  ///   - what: What it must be.
  ///   - fixes: What could be written instead.
  ///   - wayOut: What else can be done.
  /// - Returns: The error at the argument.
  func unreadable(
    _ what: String, fixes: [ExprSyntax] = [], otherwise wayOut: String? = nil
  ) -> any Error {
    ExpansionError.error(
      "'\(name)' must be \(what), because it is read when the program is compiled; "
        + "'\(expression.trimmedDescription)' is not" + (wayOut.map { "; \($0)" } ?? ""),
      id: "unreadableArgument",
      at: expression,
      fixIts: fixes.map { Replacement.fixIt(of: expression, by: $0) })
  }
}

extension ExprSyntax {
  /// The expression without the parentheses around it.
  var withoutParentheses: ExprSyntax {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    else { return self }
    return only.expression.withoutParentheses
  }
}
