public import SwiftSyntax
public import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// Expands `#bridge` between ends whose values are of different types: to an error.
public struct MismatchedBridgeMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let source = try arguments.required(arguments["on"], name: "on").expression
    let target = try arguments.required(arguments["to"], name: "to").expression
    _ = try BridgeMacro.closures(of: arguments)
    throw ExpansionError.error(
      """
      '\(target.trimmedDescription)' takes values of another type than \
      '\(source.trimmedDescription)' carries; write 'map: { … }', which makes one of the other
      """,
      id: "mismatchedWire", at: target)
  }
}
