package import SwiftSyntax
package import SwiftSyntaxMacros

/// Expands declarations of macros that are unavailable to nothing, as the compiler has
/// reported their message.
package struct UnavailableMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
