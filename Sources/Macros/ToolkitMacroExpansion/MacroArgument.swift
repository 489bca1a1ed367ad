public import SwiftSyntax
import SwiftSyntaxBuilder

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

extension MacroArgument {
  /// Code that was handed to a macro.
  public enum Function {
    case closure(ClosureExprSyntax)
    /// The name of a function, such as `handler` or `Login.handle`.
    case reference(ExprSyntax)

    /// The code as it was written, for a place where the type checker should see
    /// just that: it then knows the arity, the effects and the isolation.
    public var expression: ExprSyntax {
      switch self {
      case .closure(let closure): ExprSyntax(closure.trimmed)
      case .reference(let reference): reference.trimmed
      }
    }

    /// A closure in any case: a reference is wrapped in one that forwards its
    /// parameters.
    ///
    /// - Parameters:
    ///   - parameterCount: How many parameters to forward.
    ///   - effects: What stands before the call, such as `try await`.
    /// - Returns: The closure itself, or the one around the reference.
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

  /// The closure or the function reference that the argument is.
  ///
  /// - Throws: An error at the argument if it is something else, such as the call
  ///   of a function.
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
