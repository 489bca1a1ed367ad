public import SwiftSyntax
public import SwiftSyntaxMacros

/// Expands declarations of macros that are unavailable to nothing, as the compiler has
/// reported their message.
public struct UnavailableMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
