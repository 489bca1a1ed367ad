package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@Shared`: a property whose value is stored in a shared relay.
package struct SharedMacro: AccessorMacro, PeerMacro {
  /// Creates the relay of the property.
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = SharedProperty(declaration), let value = property.value else {
      return []  // The other role says why.
    }
    let type = property.type.map { "<\($0.trimmedDescription)>" } ?? ""
    return [
      """
      \(raw: property.modifiers)let \(raw: property.relayName) = \
      Pharos::SharedRelay\(raw: type)(\(value.trimmed))
      """
    ]
  }

  /// Creates the accessors of the property.
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = SharedProperty(declaration) else {
      throw ExpansionError.error(
        "'@Shared' is for a property of its own: 'var name: Type = value', without accessors",
        id: "noSharedProperty", at: declaration)
    }
    guard property.value != nil else {
      throw ExpansionError.error(
        "'@Shared' needs an initial value: write '= value' after the property",
        id: "noFirstValue", at: declaration)
    }
    return [
      "get { \(raw: property.relayName).value }",
      "set { \(raw: property.relayName).set(newValue) }",
    ]
  }
}

/// A property to which `@Shared` can be attached.
private struct SharedProperty {
  let name: String
  let type: TypeSyntax?
  let value: ExprSyntax?
  /// The modifiers of the relay: its access level, and `static` if it belongs to the type.
  let modifiers: String

  var relayName: String { "\(name)Relay" }

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.accessorBlock == nil,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      let name = pattern.identifier.identifier?.name
    else { return nil }
    self.name = name
    type = binding.typeAnnotation?.type
    value = binding.initializer?.value
    let kept: Set = ["public", "package", "internal", "fileprivate", "private", "static"]
    modifiers = variable.modifiers.filter { kept.contains($0.name.text) && $0.detail == nil }
      .map { $0.name.text + " " }.joined()
  }
}
