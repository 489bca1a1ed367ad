import SwiftSyntax

/// The name of a called function, with the first and the last word of the expression before it.
///
/// For example, in `TaskManager.shared.jobs.enqueue` the name is `enqueue`, and the words are
/// `TaskManager` and `jobs`.
struct Callee {
  let name: String
  /// The first word of the expression before the name.
  private(set) var first: String?
  /// The word immediately before the name.
  private(set) var last: String?
  /// A Boolean value that indicates whether the expression begins with a dot.
  private(set) var isImplicit = false

  /// The maximum number of steps to the start of an expression.
  private static let mostSteps = 8

  /// Reads the called expression of a function call.
  ///
  /// Returns `nil` if it has no name.
  init?(_ expression: ExprSyntax) {
    let expression = Self.withoutArguments(expression)
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      name = reference.baseName.text
      return
    }
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
    guard member.declName.baseName.tokenKind == .keyword(.`init`) else {
      name = member.declName.baseName.text
      readBase(of: member)
      return
    }
    // `Khala.init(str:)` is the same as `Khala(str:)`, and `.init("x")` depends on its context.
    guard let base = member.base else {
      name = "init"
      isImplicit = true
      return
    }
    guard let callee = Callee(withoutInitializer: Self.withoutArguments(base)) else { return nil }
    self = callee
  }

  private init?(withoutInitializer base: ExprSyntax) {
    if let reference = base.as(DeclReferenceExprSyntax.self) {
      name = reference.baseName.text
    } else if let member = base.as(MemberAccessExprSyntax.self) {
      name = member.declName.baseName.text
      readBase(of: member)
    } else {
      return nil
    }
  }

  /// Creates the name of a macro or an attribute, in the spelling of ``NameRules``.
  init(spelled name: String) {
    self.name = name
  }

  private mutating func readBase(of member: MemberAccessExprSyntax) {
    guard var base = member.base else {
      isImplicit = true
      return
    }
    for _ in 0..<Self.mostSteps {
      base = Self.withoutArguments(base)
      if let reference = base.as(DeclReferenceExprSyntax.self) {
        first = reference.baseName.text
        last = last ?? first
        return
      } else if let member = base.as(MemberAccessExprSyntax.self) {
        last = last ?? member.declName.baseName.text
        guard let next = member.base else { return }
        base = next
      } else if let inner = base.insideOfCall {
        base = inner
      } else {
        return
      }
    }
  }

  /// Returns whether a rule applies to this call.
  func matches(_ rule: NameRule) -> Bool {
    // This is an initializer of a type, optionally with its module, or a macro or an attribute.
    guard let base = rule.base else { return last == nil && !isImplicit || last == name }
    return base.isEmpty || first == base || last == base
  }

  /// Returns `SharedRelay` for `SharedRelay<Int>`.
  private static func withoutArguments(_ expression: ExprSyntax) -> ExprSyntax {
    expression.as(GenericSpecializationExprSyntax.self)?.expression ?? expression
  }
}

extension ExprSyntax {
  /// The expression before a call, `?` or `!`.
  var insideOfCall: ExprSyntax? {
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression }
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression }
    return self.as(ForceUnwrapExprSyntax.self)?.expression
  }
}
