// The implementation of a macro uses an argument that may be missing.
// Write `arguments.required(arguments.function("func"), name: "func")`: it throws an error there.
import SwiftSyntax
import SwiftSyntaxMacros
import ToolkitMacroExpansion

struct RegisterRouteMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    return try RheaDeclaration(event: "registerRoute", function: arguments.function("func"))
      // 76: error: value of optional type 'MacroArgument?' must be unwrapped to a value of type
      //   'MacroArgument'
      // 76: note: coalesce using '??' to provide a default when the optional value contains 'nil'
      // 76: note: force-unwrap using '!' to abort execution if the optional value contains 'nil'
      .declarations(for: node, in: context)
  }
}
