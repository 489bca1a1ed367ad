import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@KhalaModule`: the table of a routing class, the record that leads to
/// it, and what makes the class safe to share.
///
/// The record stands beside the class, where it can have a symbol that makes a
/// second class of the name fail to link; only at the top level of `main.swift`,
/// where there can be no record, it is a member.
public struct KhalaModuleMacro: LaidOutMacro {
  /// Rejects a nested class that is private, which the record and the extension,
  /// both outside of it, could not name.
  private static func checkVisibility(
    _ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws {
    guard let modifier = privateModifier(declaration, in: context) else { return }
    throw ExpansionError.error(
      "a routing class inside a type must not be private; make it 'fileprivate'",
      id: "privateModule", at: modifier,
      fixIts: [Replacement.fixIt(of: modifier.name, by: "fileprivate")])
  }

  private static func privateModifier(
    _ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> DeclModifierSyntax? {
    guard !context.lexicalContext.isEmpty else { return nil }
    return declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
      .first { $0.name.tokenKind == .keyword(.private) }
  }

  /// Returns whether the record has to be inside the class.
  private static func isInScript(
    _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    context.lexicalContext.isEmpty
      && RecordDeclaration.fileName(of: node, in: context) == "main.swift"
  }
}

extension KhalaModuleMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // All that can be wrong is said here, and only here.
    let module = try RoutingClassSyntax(node, on: declaration)
    guard module.problems.isEmpty else { throw DiagnosticsError(diagnostics: module.problems) }
    try checkVisibility(declaration, in: context)
    guard !isInScript(node, in: context) else { return [] }
    return try module.record(in: context).declarations(for: node, in: context)
  }
}

extension KhalaModuleMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let module = try? RoutingClassSyntax(node, on: declaration), module.problems.isEmpty,
      isInScript(node, in: context)
        || (try? RecordDeclaration.checkPlace(of: node, in: context)) != nil
    else { return [] }
    var members = [module.tableFunction]
    if isInScript(node, in: context) {
      members += try module.record(in: context).declarations(for: node, in: context, isMember: true)
    }
    return members
  }
}

extension KhalaModuleMacro: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    // Not 'Swift::Sendable': if the module has a 'Sendable' of its own, the compiler misses the
    // conformance of an actor that a macro writes so.
    let conformance = try ExtensionDeclSyntax("extension \(type.trimmed): __KhalaSendable {}")
    // The compiler needs the conformance of an actor, whether or not there is something wrong
    // with it.
    if declaration.is(ActorDeclSyntax.self) { return [conformance] }
    guard let module = try? RoutingClassSyntax(node, on: declaration), module.isCached,
      privateModifier(declaration, in: context) == nil
    else { return [] }
    // Whatever belongs to an actor is `Sendable` already, also where a whole
    // module is the main actor's: then nothing is asked for.
    guard let declaration = declaration.as(ClassDeclSyntax.self), module.kind.globalActor == nil
    else { return [conformance] }
    let obstacles = RoutingClassSyntax.obstaclesToSharing(declaration, node)
    guard obstacles.isEmpty else { throw DiagnosticsError(diagnostics: obstacles) }
    guard !declaration.modifiers.has(.final) else { return [conformance] }
    // Only a final class has a conformance that the compiler checks. The call has it check the
    // constants of the others.
    let constants = RoutingClassSyntax.constants(of: declaration)
    let check =
      constants.isEmpty
      ? ""
      : """

      nonisolated func __khalaConstants() {
        Khala::__KhalaRecord.constants(\(constants.joined(separator: ", ")))
      }

      """
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): @unchecked __KhalaSendable {\(raw: check)}")
    ]
  }
}
