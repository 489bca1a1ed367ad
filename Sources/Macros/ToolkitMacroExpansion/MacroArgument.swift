public import SwiftSyntax
import SwiftSyntaxBuilder

/// An argument of a macro, with functions that read its value at compile time.
///
/// Each of these functions either returns the value or throws an error at this argument with a
/// suggestion. It never uses a default value silently.
public struct MacroArgument {
  /// The name of the argument in errors: the label of its parameter.
  public let name: String

  /// The expression.
  public let expression: ExprSyntax

  /// Creates an argument from an expression, for a macro that finds its arguments in other places.
  public init(name: String, expression: ExprSyntax) {
    self.name = name
    self.expression = expression
  }

  /// The expression without enclosing parentheses.
  var bare: ExprSyntax { expression.withoutParentheses }

  /// Returns the error for an argument that cannot be read, with the probable intention if it is
  /// known.
  func unreadable(_ what: String, fix: ExprSyntax?) -> any Error {
    unreadable(what, fixes: fix.map { [$0] } ?? [])
  }

  /// Returns the error for an argument that cannot be read.
  ///
  /// - Parameters:
  ///   - what: A description of valid arguments.
  ///   - fixes: Possible replacements.
  ///   - wayOut: Another suggestion.
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
  /// The expression without enclosing parentheses.
  var withoutParentheses: ExprSyntax {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    else { return self }
    return only.expression.withoutParentheses
  }
}

extension MacroArgument {
  /// A function that was passed to a macro.
  public enum Function {
    case closure(ClosureExprSyntax)
    /// The name of a function, such as `handler` or `Login.handle`.
    case reference(ExprSyntax)

    /// The function as it was written.
    ///
    /// Use it in places where the type checker determines its parameters, effects and isolation.
    public var expression: ExprSyntax {
      switch self {
      case .closure(let closure): ExprSyntax(closure.trimmed)
      case .reference(let reference): reference.trimmed
      }
    }

    /// Returns a closure.
    ///
    /// A reference is wrapped in a closure that passes its parameters on.
    ///
    /// - Parameters:
    ///   - parameterCount: The number of parameters to pass on.
    ///   - effects: The keywords before the call, such as `try await`.
    /// - Returns: The closure itself, or a closure that calls the referenced function.
    public func closure(forwarding parameterCount: Int, effects: String = "") -> ClosureExprSyntax {
      switch self {
      case .closure(let closure):
        return closure.trimmed
      case .reference(let reference):
        let parameters = (0..<parameterCount).map { "$\($0)" }.joined(separator: ", ")
        let call = [effects, "\(reference.trimmedDescription)(\(parameters))"]
          .filter { !$0.isEmpty }.joined(separator: " ")
        return ExprSyntax("{ \(raw: call) }").cast(ClosureExprSyntax.self)
      }
    }
  }

  /// Returns the closure or the function reference of the argument.
  ///
  /// - Throws: An error at the argument if it is another expression, such as a function call.
  public func function() throws -> Function {
    if let closure = bare.as(ClosureExprSyntax.self) { return .closure(closure) }
    if bare.is(DeclReferenceExprSyntax.self) || bare.is(MemberAccessExprSyntax.self) {
      return .reference(bare)
    }
    throw unreadable(
      "a closure or the name of a function",
      fix: bare.is(FunctionCallExprSyntax.self)
        ? "{ \(bare.trimmed) }" : nil)
  }
}
