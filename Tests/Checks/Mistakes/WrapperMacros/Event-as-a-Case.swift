// The implementation of a macro names an event as a constant of RheaTime.
// Write the text of the event, `"registerRoute"`, or `.named(…)`.
import SwiftSyntax
import SwiftSyntaxMacros
import ToolkitMacroExpansion

struct RegisterRouteMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let function = try arguments.required(arguments.function("func"), name: "func")
    return try RheaDeclaration(event: .registerRoute, function: function)
      // 40: error: type 'RheaDeclaration.Event' has no member 'registerRoute'
      .declarations(for: node, in: context)
  }
}
