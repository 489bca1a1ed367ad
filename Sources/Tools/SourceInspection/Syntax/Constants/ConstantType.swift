import SwiftSyntax

/// A type whose values represent names, or whose functions represent URLs.
struct ConstantType {
  let role: NameRole
  /// The type of a relay's values or of an event's payload, as written.
  let valueType: String?

  static let roles: [String: NameRole] = [
    "RheaEvent": .event, "TypedRheaEvent": .event, "RelayKey": .relay, "TaskMilestone": .taskEvent,
    "TaskEvent": .taskEvent, "RWTaskEvent": .taskEvent, "Notification.Name": .notification,
    "NSNotification.Name": .notification, "KhalaStore": .url,
  ]

  /// Reads a type, such as `RelayKey<Int>`.
  ///
  /// Returns `nil` for other types.
  init?(_ type: TypeSyntax) {
    if let member = type.as(MemberTypeSyntax.self) {
      let base = member.baseType.lastName.map { "\($0)." } ?? ""
      self.init(
        Self.roles[base + member.name.text] ?? Self.roles[member.name.text],
        member.genericArgumentClause)
    } else if let identifier = type.as(IdentifierTypeSyntax.self) {
      self.init(Self.roles[identifier.name.text], identifier.genericArgumentClause)
    } else {
      return nil
    }
  }

  /// Reads the type of an initializer call, such as `Notification.Name`.
  init?(initializedBy call: FunctionCallExprSyntax) {
    guard let callee = Callee(call.calledExpression) else { return nil }
    let base = callee.last.map { "\($0)." } ?? ""
    var expression = call.calledExpression
    // `RelayKey<Int>.init("x")`
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
      base.is(GenericSpecializationExprSyntax.self)
    {
      expression = base
    }
    self.init(
      Self.roles[base + callee.name] ?? Self.roles[callee.name],
      expression.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause)
  }

  /// Reads the type that a declaration extends, with its `where` clause.
  init?(extendedBy declaration: ExtensionDeclSyntax) {
    guard let type = ConstantType(declaration.extendedType) else { return nil }
    role = type.role
    valueType =
      type.valueType
      ?? declaration.genericWhereClause?.requirements.lazy
      .compactMap { $0.requirement.as(SameTypeRequirementSyntax.self) }
      .first { ["Value", "Payload"].contains($0.leftType.trimmedDescription) }
      .map { $0.rightType.onOneLine }
  }

  private init?(_ role: NameRole?, _ arguments: GenericArgumentClauseSyntax?) {
    guard let role else { return nil }
    self.role = role
    valueType = arguments?.arguments.first.map { $0.argument.onOneLine }
  }
}

extension SyntaxProtocol {
  /// The source with single spaces, and without surrounding ones.
  var onOneLine: String {
    trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
