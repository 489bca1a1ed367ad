import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@KhalaModule`: the table of a routing class, the record that refers to it, and a check
/// that the class can be shared between threads.
///
/// The record is declared next to the class. There it can have a symbol, which makes the program
/// fail to link if another class has the same name. At the top level of `main.swift`, where no
/// record is possible, the record is a member of the class.
public struct KhalaModuleMacro: LaidOutMacro {
  /// Throws an error for a private nested class, because the record and the extension are outside
  /// of it and could not refer to it.
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

  /// Returns whether the record must be inside the class.
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
    // All errors are reported here, and only here.
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
    let isInScript = Self.isInScript(node, in: context)
    guard let module = try? RoutingClassSyntax(node, on: declaration), module.problems.isEmpty,
      isInScript || (try? RecordDeclaration.checkPlace(of: node, in: context)) != nil
    else { return [] }
    var members = [module.tableFunction]
    if isInScript {
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
    // This is not 'Swift::Sendable'. If the module has its own 'Sendable', the compiler would not
    // find a conformance of an actor that a macro writes in this way.
    let conformance = try ExtensionDeclSyntax("extension \(type.trimmed): __KhalaSendable {}")
    // The compiler needs the conformance of an actor even if it contains errors.
    if declaration.is(ActorDeclSyntax.self) { return [conformance] }
    guard let module = try? RoutingClassSyntax(node, on: declaration), module.isCached,
      privateModifier(declaration, in: context) == nil
    else { return [] }
    // A class that belongs to an actor is already `Sendable`. If a whole module belongs to the main
    // actor, this macro is not requested to add the conformance.
    guard let declaration = declaration.as(ClassDeclSyntax.self), module.kind.globalActor == nil
    else { return [conformance] }
    let obstacles = RoutingClassSyntax.obstaclesToSharing(declaration, node)
    guard obstacles.isEmpty else { throw DiagnosticsError(diagnostics: obstacles) }
    guard !declaration.modifiers.has(.final) else { return [conformance] }
    // The compiler checks the conformance only for final classes. For others, this call makes it
    // check the constants.
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
