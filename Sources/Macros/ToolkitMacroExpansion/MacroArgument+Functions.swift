public import SwiftSyntax
import SwiftSyntaxBuilder

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
