import RoutePatterns
import SwiftSyntax

/// Finds the routes of a class with `@KhalaModule`.
enum RouteReader {
  /// A route with its function or property.
  struct Route {
    let name: DeclarationReader.Name
    let declaration: DeclSyntax
  }

  /// Returns the routes of all exported functions of a class.
  ///
  /// These are the routes with the names of the class and the function, and the routes of `@Route`.
  static func routes(of type: DeclSyntax, in module: String) -> [Route] {
    guard let members = type.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members else {
      return []
    }
    let exportsAll = !isMarkedOnly(type)
    return declarations(in: members).flatMap { declaration -> [Route] in
      let attributes = attributes(of: declaration)
      guard isExported(declaration, attributes, exportsAll) else { return [] }
      let own = names(of: declaration, isMarked: attributes.named("KhalaExported") != nil).map {
        Route(name: ("\(module)/\($0.text)", $0.range), declaration: declaration)
      }
      // A stored property is not a route, unless it is marked.
      guard !own.isEmpty else { return [] }
      return own + attributes.all(named: "Route").compactMap { route($0, declaration) }
    }
  }

  /// Returns the members, including members inside `#if`.
  private static func declarations(
    in members: MemberBlockItemListSyntax, depth: Int = 0
  ) -> [DeclSyntax] {
    members.flatMap { member -> [DeclSyntax] in
      guard let block = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      guard depth < mostConditions else { return [] }
      return block.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members)? = clause.elements else { return [] }
        return declarations(in: members, depth: depth + 1)
      }
    }
  }

  /// The maximum number of nested `#if`.
  private static let mostConditions = 16

  /// Returns whether a class exports only marked functions.
  private static func isMarkedOnly(_ type: DeclSyntax) -> Bool {
    guard case .argumentList(let arguments)? = attributes(of: type).named("KhalaModule")?.arguments,
      let exports = arguments.first(where: { $0.label?.text == "exports" })?.expression
    else { return false }
    return exports.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "marked"
  }

  private static func isExported(
    _ declaration: DeclSyntax, _ attributes: AttributeListSyntax, _ exportsAll: Bool
  ) -> Bool {
    let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
    let hides: Set<TokenKind> = [
      .keyword(.private), .keyword(.fileprivate), .keyword(.static), .keyword(.class),
    ]
    guard !modifiers.contains(where: { hides.contains($0.name.tokenKind) && $0.detail == nil }),
      attributes.named("KhalaIgnored") == nil
    else { return false }
    return exportsAll || attributes.named("KhalaExported") != nil
  }

  /// Returns the names of a function or of computed properties.
  private static func names(of declaration: DeclSyntax, isMarked: Bool) -> [DeclarationReader.Name]
  {
    if let function = declaration.as(FunctionDeclSyntax.self) {
      guard case .identifier = function.name.tokenKind else { return [] }
      return [name(function.name)]
    }
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
    return variable.bindings.filter { isMarked || $0.isComputed }.compactMap { binding in
      binding.pattern.as(IdentifierPatternSyntax.self).map { name($0.identifier) }
    }
  }

  private static func name(_ token: TokenSyntax) -> DeclarationReader.Name {
    (token.identifier?.name ?? token.text, token.trimmedOffsets)
  }

  /// Reads `@Route("bill/{ship}", schemes: "kl")`.
  private static func route(_ attribute: AttributeSyntax, _ declaration: DeclSyntax) -> Route? {
    guard case .argumentList(let arguments)? = attribute.arguments,
      let literal = arguments.first?.expression.as(StringLiteralExprSyntax.self)
    else { return nil }
    let pattern = LiteralText(literal)
    let schemes = arguments.drop { $0.label?.text != "schemes" }
      .prefix { $0.label == nil || $0.label?.text == "schemes" }
      .compactMap { $0.expression.as(StringLiteralExprSyntax.self).map { LiteralText($0).text } }
    return Route(
      name: (RoutePatternSyntax.text(schemes: schemes, path: pattern.text), pattern.range),
      declaration: declaration)
  }

  private static func attributes(of declaration: DeclSyntax) -> AttributeListSyntax {
    declaration.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }
}

extension AttributeListSyntax {
  /// Returns the attributes with this name.
  fileprivate func all(named name: String) -> [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }.filter { $0.attributeName.lastName == name }
  }

  fileprivate func named(_ name: String) -> AttributeSyntax? { all(named: name).first }
}

extension PatternBindingSyntax {
  /// A Boolean value that indicates whether the property is computed.
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors):
      !accessors.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    @unknown default: false
    }
  }
}
