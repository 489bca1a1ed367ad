import SwiftParser
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@RelayKeys`: a record for each key in an extension of `RelayKey`.
package struct RelayKeysMacro: PeerMacro, LaidOutMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try RecordDeclaration.checkPlace(of: node, in: context)
    let keys = try RelayKeyMember.keys(in: declaration, at: node)
    return try keys.flatMap { key in
      var record = RecordDeclaration(
        kind: .relayKey, key: key.name ?? ".\(key.member)",
        flags: key.name == nil ? .unresolvedKey : [],
        schema: RelayKeySchema(
          member: key.member, type: key.valueType, formerNames: key.formerNames),
        accessorText: """
          return unsafe Pharos::__RelayKeyRecord.key(\
          __out, __type, Pharos::RelayKey<\(key.valueType)>.\(key.identifier.trimmed))
          """)
      // Keys of other extensions in the file may differ only in their source location.
      record.constantName = "record" + Self.place(of: key.identifier, in: context)
      return try record.declarations(for: key.identifier, in: context)
    }
  }

  /// Returns the line and column of syntax, as a part of a name.
  private static func place(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> String {
    guard let place = context.location(of: node) else { return "" }
    return "\(place.line.trimmedDescription)_\(place.column.trimmedDescription)"
  }
}

/// A key in an extension of `RelayKey`.
private struct RelayKeyMember {
  /// The name of the property, as written.
  let identifier: TokenSyntax
  /// The name of the key, or `nil` if it is not a string literal.
  let name: String?
  /// The names of the key in earlier builds, or `nil` if it has none.
  let formerNames: [String]?
  /// The type of the values.
  let valueType: String

  /// The name of the property, without backticks.
  var member: String { identifier.identifier?.name ?? identifier.text }

  /// Returns the keys of an extension.
  ///
  /// - Throws: An error if the declaration is not an extension of `RelayKey`, has no keys, or has
  ///   keys to which a record cannot refer.
  static func keys(
    in declaration: some DeclSyntaxProtocol, at node: AttributeSyntax
  ) throws -> [RelayKeyMember] {
    guard let surroundings = declaration.as(ExtensionDeclSyntax.self),
      let valueType = valueType(of: surroundings)
    else {
      throw ExpansionError.error(
        """
        '@RelayKeys' is for an extension of 'RelayKey' with the type of the values, such as \
        'extension RelayKey<Int>'
        """,
        id: "noRelayKeyExtension", at: node)
    }
    let members = surroundings.memberBlock.members.map(\.decl)
    if let condition = members.first(where: { $0.is(IfConfigDeclSyntax.self) }) {
      throw ExpansionError.error(
        "a macro cannot tell which keys '#if' leaves in; put it around the whole extension",
        id: "conditionalRelayKey", at: condition)
    }
    let keys = try members.compactMap { $0.as(VariableDeclSyntax.self) }.compactMap {
      try RelayKeyMember($0, valueType: valueType)
    }
    guard !keys.isEmpty else {
      throw ExpansionError.error(
        """
        this extension has no keys; declare one as a computed property, such as \
        'static var cartCount: Self { Self("cart.count") }'
        """,
        id: "noRelayKey", at: node)
    }
    return keys
  }

  /// Reads a property.
  ///
  /// - Returns: `nil` if the property is not a key.
  private init?(_ variable: VariableDeclSyntax, valueType: String) throws {
    guard variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }),
      let binding = variable.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type, let accessors = binding.accessorBlock
    else { return nil }
    guard type.trimmedDescription == "Self" || Self.isKey(type) else {
      return nil
    }
    self.valueType = Self.argument(of: type) ?? valueType
    if let modifier = variable.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) }) {
      throw ExpansionError.error(
        "'\(identifier.text)' is private, so its record cannot refer to it; write 'fileprivate'",
        id: "privateRelayKey", at: modifier,
        fixIts: [Replacement.fixIt(of: modifier.name, by: "fileprivate")])
    }
    self.identifier = identifier
    let arguments = Self.arguments(in: accessors)
    name = arguments?.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    let names = try arguments?.formerNames.map { try $0.string() } ?? []
    formerNames = names.isEmpty ? nil : names
  }

  /// Returns the type of the values of an extension's keys.
  private static func valueType(of declaration: ExtensionDeclSyntax) -> String? {
    guard isKey(declaration.extendedType) else { return nil }
    if let argument = argument(of: declaration.extendedType) { return argument }
    let requirements = declaration.genericWhereClause?.requirements ?? []
    return requirements.lazy.compactMap { $0.requirement.as(SameTypeRequirementSyntax.self) }
      .first { $0.leftType.trimmedDescription == "Value" }?.rightType.description.onOneLine
  }

  /// Returns whether a type is `RelayKey`, with or without a generic argument.
  private static func isKey(_ type: TypeSyntax) -> Bool {
    if let member = type.as(MemberTypeSyntax.self) {
      return member.name.text == "RelayKey" && member.baseType.trimmedDescription == "Pharos"
    }
    return type.as(IdentifierTypeSyntax.self)?.name.text == "RelayKey"
  }

  /// Returns `Int` for `RelayKey<Int>`.
  private static func argument(of type: TypeSyntax) -> String? {
    let clause =
      type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.first?.argument.description.onOneLine
  }

  /// Returns the arguments in a getter that consists of a call such as `Self("cart.count")`.
  private static func arguments(in accessors: AccessorBlockSyntax) -> LabeledExprListSyntax? {
    let list = accessors.accessors.as(AccessorDeclListSyntax.self)
    let statements =
      accessors.accessors.as(CodeBlockItemListSyntax.self)
      ?? (list?.count == 1 ? list?.first?.body?.statements : nil)
    guard let statements, statements.count == 1, let item = statements.first?.item else {
      return nil
    }
    let expression = item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    guard let call = expression?.as(FunctionCallExprSyntax.self),
      isInitializer(call.calledExpression),
      let first = call.arguments.first, first.label == nil
    else { return nil }
    return call.arguments
  }

  /// Returns whether a called expression is an initializer of `RelayKey`.
  private static func isInitializer(_ callee: ExprSyntax) -> Bool {
    var text = callee.description.onOneLine
    if text.hasSuffix(".init") { text.removeLast(".init".count) }
    if text.hasPrefix("Pharos.") { text.removeFirst("Pharos.".count) }
    return text.isEmpty || text == "Self" || text == "RelayKey" || text.hasPrefix("RelayKey<")
  }
}

extension String {
  /// The text with single spaces, and without surrounding ones.
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
