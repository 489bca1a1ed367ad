import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// A macro that only marks a member for `@KhalaModule`.
///
/// It reports an error in places where the mark has no effect.
public protocol KhalaMarkerMacro: PeerMacro {}

extension KhalaMarkerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try MarkedMember(node, declaration, in: context).check()
    return []
  }
}

/// Expands `@KhalaIgnored`.
public struct KhalaIgnoredMacro: KhalaMarkerMacro {}

/// Expands `@KhalaExported`.
public struct KhalaExportedMacro: KhalaMarkerMacro {}

/// Expands `@Route`.
public struct RouteMacro: KhalaMarkerMacro {}

/// A member with a marker.
private struct MarkedMember {
  private let marker: AttributeSyntax
  private let declaration: DeclSyntax
  private let surroundings: [Syntax]

  init(
    _ marker: AttributeSyntax, _ declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    self.marker = marker
    self.declaration = DeclSyntax(declaration)
    surroundings = context.lexicalContext
  }

  private var name: String { "@\(marker.lastName)" }

  func check() throws {
    try checkPlace()
    guard let member = declaration.asProtocol((any WithModifiersSyntax).self),
      let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes,
      declaration.is(FunctionDeclSyntax.self) || declaration.is(VariableDeclSyntax.self)
    else {
      throw refusal("'\(name)' is for the methods and properties of a routing class")
    }
    if let modifier = member.modifiers.typeModifier {
      throw refusal(
        "'\(name)' has no effect here: a '\(modifier.name.text)' member belongs to no instance, "
          + "and cannot be called by URL")
    }
    if let modifier = member.modifiers.privateModifier {
      throw refusal(
        "'\(name)' has no effect here: a \(modifier.name.text) member cannot be called by URL",
        further: marker.lastName == "KhalaIgnored"
          ? [] : [Replacement.removing(modifier)])
    }
    if marker.lastName != "KhalaIgnored", attributes.named("KhalaIgnored") != nil {
      throw refusal("'\(name)' has no effect beside '@KhalaIgnored'")
    }
    try checkRoute()
  }

  private func checkPlace() throws {
    guard let type = surroundings.first,
      let attributes = type.asProtocol((any WithAttributesSyntax).self)?.attributes
    else {
      throw refusal("'\(name)' is for members of a class with '@KhalaModule'")
    }
    if type.is(ExtensionDeclSyntax.self) {
      throw refusal(
        "'\(name)' has no effect in an extension: '@KhalaModule' sees only the members in the "
          + "class itself")
    }
    if attributes.named("KhalaModule") == nil {
      throw refusal("'\(name)' has no effect in a type without '@KhalaModule'")
    }
    if marker.lastName == "KhalaIgnored", attributes.named("KhalaModule")?.exportsMarked == true {
      throw refusal(
        "'@KhalaIgnored' has no effect here: with 'exports: .marked', only members with "
          + "'@KhalaExported' can be called")
    }
  }

  /// Throws an error for a route on a member that cannot be called.
  ///
  /// The pattern itself is checked together with the class.
  private func checkRoute() throws {
    guard marker.lastName == "Route" else { return }
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
    let isExported = attributes?.named("KhalaExported") != nil
    let module = surroundings.first?.asProtocol((any WithAttributesSyntax).self)?.attributes
      .named("KhalaModule")
    let isStored =
      declaration.as(VariableDeclSyntax.self)?.bindings.contains(where: \.isStored) == true
    if !isExported, isStored || module?.exportsMarked == true {
      throw ExpansionError.error(
        "'@Route' has no effect here: this cannot be called unless it is marked with "
          + "'@KhalaExported'",
        id: "uselessMarker", at: marker,
        fixIts: [Marker.fixIt(adding: "@KhalaExported", to: declaration)])
    }
  }

  private func refusal(_ message: String, further: [FixIt] = []) -> any Error {
    ExpansionError.error(
      message, id: "uselessMarker", at: marker,
      fixIts: [Marker.fixIt(removing: marker, from: declaration)] + further)
  }
}

extension AttributeSyntax {
  /// A Boolean value that indicates whether `exports: .marked` is among the arguments.
  fileprivate var exportsMarked: Bool {
    (try? MacroArguments(of: self)["exports"]?.member())?.name == "marked"
  }
}
