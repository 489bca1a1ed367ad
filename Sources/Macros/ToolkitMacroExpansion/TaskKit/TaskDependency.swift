import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The member `dependency` of the type of a task, which contains the dependencies that are only
/// known at run time.
struct TaskDependency {
  /// The expression that reads the dependencies from the type.
  let expression: String
  let member: DeclSyntax

  /// Reads the member.
  ///
  /// - Throws: An error if it cannot be read on any thread, or is not a list of types and names.
  init(_ member: DeclSyntax, of type: String, in group: any DeclGroupSyntax) throws {
    self.member = member
    try Self.checkIsolation(of: member, in: group)
    if let function = member.as(FunctionDeclSyntax.self) {
      expression = "\(type).dependency()"
      try Self.check(function)
    } else {
      expression = "\(type).dependency"
      try member.as(VariableDeclSyntax.self)?.bindings.first.map(Self.check)
    }
  }

  /// Throws an error if the member visibly belongs to an actor.
  private static func checkIsolation(
    of member: DeclSyntax, in group: any DeclGroupSyntax
  ) throws {
    let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes
    let modifiers = member.asProtocol((any WithModifiersSyntax).self)?.modifiers
    guard let actor = attributes?.globalActor ?? group.attributes.globalActor,
      modifiers?.has(.nonisolated) != true, let keyword = modifiers?.typeModifier?.name
    else { return }
    throw ExpansionError.error(
      """
      'dependency' must be 'nonisolated', because it is read on any thread; here it belongs to \
      '\(actor)'
      """,
      id: "isolatedDependency", at: member,
      fixIts: attributes?.globalActor == nil
        ? [Replacement.fixIt("make it nonisolated", adding: "nonisolated", before: keyword)] : [])
  }

  private static func check(_ function: FunctionDeclSyntax) throws {
    if let parameter = function.signature.parameterClause.parameters.first {
      throw refusal("takes nothing; remove the parameter", at: parameter)
    }
    if let effects = function.signature.effectSpecifiers {
      throw refusal("can neither throw nor wait", at: effects)
    }
    try check(function.signature.returnClause?.type, orElse: function.name)
    try check(function.body?.statements)
  }

  private static func check(_ binding: PatternBindingSyntax) throws {
    if let type = binding.typeAnnotation?.type { try check(type, orElse: binding.pattern) }
    try binding.initializer.map { try check($0.value) }
    switch binding.accessorBlock?.accessors {
    case .getter(let statements)?:
      try check(statements)
    case .accessors(let accessors)?:
      let getter = accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
      if let effects = getter?.effectSpecifiers {
        throw refusal("can neither throw nor wait", at: effects)
      }
      try check(getter?.body?.statements)
    default:
      break
    }
  }

  // MARK: - What it is a list of

  private static func check(_ type: TypeSyntax?, orElse place: some SyntaxProtocol) throws {
    guard let type else { throw refusal("is '[Any]', '[Any.Type]' or '[String]'", at: place) }
    guard let element = element(of: type), isTypeOrName(element) else {
      throw refusal(
        "is '[Any]', '[Any.Type]' or '[String]': types and names, and nothing else", at: type,
        fixIts: [Replacement.replacing(type, by: "[Any]", message: "make it '[Any]'")])
    }
  }

  private static func element(of type: TypeSyntax) -> TypeSyntax? {
    if let array = type.as(ArrayTypeSyntax.self) { return array.element }
    guard let name = type.as(IdentifierTypeSyntax.self), name.name.text == "Array",
      let argument = name.genericArgumentClause?.arguments.first?.argument
    else { return nil }
    return TypeSyntax(argument)
  }

  private static func isTypeOrName(_ element: TypeSyntax) -> Bool {
    let text = element.oneLine
    return ["Any", "String", "Swift.String", "AnyClass"].contains(text)
      || text.trimmingParentheses.hasSuffix(".Type")
  }

  private static func check(_ statements: CodeBlockItemListSyntax?) throws {
    guard let statements, statements.count == 1, let item = statements.first?.item else { return }
    switch item {
    case .expr(let expression): try check(expression)
    case .stmt(let statement):
      try statement.as(ReturnStmtSyntax.self)?.expression.map { try check($0) }
    default: break
    }
  }

  /// Throws an error for an element that is visibly neither a type nor a name.
  private static func check(_ value: ExprSyntax) throws {
    for element in value.as(ArrayExprSyntax.self)?.elements ?? [] {
      let expression = element.expression.withoutParentheses
      let isOther =
        expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self)
        || expression.is(BooleanLiteralExprSyntax.self) || expression.is(NilLiteralExprSyntax.self)
        || expression.is(ClosureExprSyntax.self)
      if isOther {
        throw refusal(
          "is a list of types such as 'Name.self' and of names; "
            + "'\(expression.trimmedDescription)' is neither", at: element.expression)
      }
    }
  }

  private static func refusal(
    _ what: String, at place: some SyntaxProtocol, fixIts: [FixIt] = []
  ) -> any Error {
    ExpansionError.error(
      "'dependency' of a task \(what)", id: "taskDependency", at: place, fixIts: fixIts)
  }
}

extension String {
  /// The text without a surrounding pair of parentheses.
  fileprivate var trimmingParentheses: String {
    hasPrefix("(") && hasSuffix(")") ? String(dropFirst().dropLast()) : self
  }
}
