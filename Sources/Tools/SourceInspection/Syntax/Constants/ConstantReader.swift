import SwiftSyntax

/// Finds the constants that represent names.
struct ConstantReader {
  private(set) var constants: [FoundConstant] = []

  /// Reads a variable.
  ///
  /// - Returns: The constants in it, which may be none.
  mutating func read(_ variable: VariableDeclSyntax) -> ArraySlice<FoundConstant> {
    let first = constants.endIndex
    let surroundings = Surroundings(of: variable)
    guard surroundings.isStatic else { return [] }
    for binding in variable.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
        let (type, literal) = Self.value(of: binding, surroundings)
      else { continue }
      constants.append(
        FoundConstant(
          type: type, member: name.identifier?.name ?? name.text,
          memberRange: name.trimmedOffsets, literal: literal,
          documentation: Documentation.text(of: variable)))
    }
    return constants[first...]
  }

  /// Reads the function of a contract, such as `@KhalaCall("kl://Store/find") static func find()`
  /// in an extension of `KhalaStore`.
  mutating func read(_ attribute: AttributeSyntax) {
    guard attribute.attributeName.lastName == "KhalaCall",
      let function = attribute.parent?.parent?.as(FunctionDeclSyntax.self),
      let type = Surroundings(of: function).extended, type.role == .url,
      case .argumentList(let arguments)? = attribute.arguments,
      let literal = arguments.first?.expression.as(StringLiteralExprSyntax.self)
    else { return }
    constants.append(
      FoundConstant(
        type: type, member: function.name.identifier?.name ?? function.name.text,
        memberRange: function.name.trimmedOffsets, literal: LiteralText(literal),
        documentation: Documentation.text(of: function)))
  }

  /// Returns the type and the text of a property, or `nil` if it is not a constant.
  private static func value(
    of binding: PatternBindingSyntax, _ surroundings: Surroundings
  ) -> (ConstantType, LiteralText?)? {
    let value = binding.initializer?.value ?? binding.accessorBlock.flatMap(onlyExpression)
    let call = value?.as(FunctionCallExprSyntax.self)
    let literal =
      value?.as(StringLiteralExprSyntax.self)
      ?? call?.arguments.first?.expression.as(StringLiteralExprSyntax.self)
    let type =
      binding.typeAnnotation.map { surroundings.type($0.type) }
      ?? call.flatMap { surroundings.type(initializedBy: $0) }
    guard let type else { return nil }
    if let literal { return (type, LiteralText(literal)) }
    // Another constant, such as `.userDidLogin`, has its own name. A computed property and an
    // option set only have the name of the property.
    guard call != nil || type.role == .taskEvent && value != nil else { return nil }
    return (type, nil)
  }

  /// Returns the expression of a getter without other statements.
  private static func onlyExpression(of block: AccessorBlockSyntax) -> ExprSyntax? {
    let statements: CodeBlockItemListSyntax? =
      switch block.accessors {
      case .getter(let statements): statements
      case .accessors(let accessors): accessors.count == 1 ? accessors.first?.body?.statements : nil
      @unknown default: nil
      }
    guard let statements, statements.count == 1, let item = statements.first?.item else {
      return nil
    }
    return item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
  }
}

/// The enclosing declarations of a property or a function.
private struct Surroundings {
  /// A Boolean value that indicates whether the property exists once in the program.
  let isStatic: Bool
  /// The extended type of an extension, if its values represent names.
  let extended: ConstantType?

  /// The maximum number of steps to the enclosing declaration, if a property is inside `#if`.
  private static let mostSteps = 16

  init(of member: some WithModifiersSyntax) {
    var node = member.parent
    for _ in 0..<Self.mostSteps {
      guard let current = node, !Self.isAround(current) else { break }
      node = current.parent
    }
    let isMarked = member.modifiers.contains {
      [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind)
    }
    isStatic = isMarked || node?.is(SourceFileSyntax.self) == true
    extended = node?.as(ExtensionDeclSyntax.self).flatMap { ConstantType(extendedBy: $0) }
  }

  private static func isAround(_ node: Syntax) -> Bool {
    switch node.kind {
    case .sourceFile, .extensionDecl, .structDecl, .classDecl, .actorDecl, .enumDecl,
      .protocolDecl, .codeBlock, .closureExpr:
      true
    default: false
    }
  }

  /// Returns the type of an annotation, which may be `Self`.
  func type(_ annotated: TypeSyntax) -> ConstantType? {
    if annotated.as(IdentifierTypeSyntax.self)?.name.tokenKind == .keyword(.Self) {
      return extended
    }
    return ConstantType(annotated) ?? extended.flatMap { $0.isNamed(by: annotated) ? $0 : nil }
  }

  /// Returns the type of an initializer call, which may be `Self`.
  func type(initializedBy call: FunctionCallExprSyntax) -> ConstantType? {
    if let type = ConstantType(initializedBy: call) { return type }
    let callee = Callee(call.calledExpression)
    return callee?.name == "Self" || callee?.name == "Name" ? extended : nil
  }
}

extension ConstantType {
  /// Returns whether a type is `Name` in an extension of the notification type.
  fileprivate func isNamed(by type: TypeSyntax) -> Bool {
    role == .notification && type.trimmedDescription == "Name"
  }
}

/// A constant that represents a name, with the offsets of its bytes.
struct FoundConstant {
  let type: ConstantType
  let member: String
  let memberRange: Range<Int>
  /// The text and its range, or `nil` if it is not a literal.
  let literal: LiteralText?
  let documentation: String?
}
