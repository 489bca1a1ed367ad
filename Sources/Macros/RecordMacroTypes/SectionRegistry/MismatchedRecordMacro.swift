public import SwiftSyntax
public import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// Expands `#record` with a function that is not of the record's type: to an error.
public struct MismatchedRecordMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let type = try arguments.required(arguments["as"], name: "as").expression
    let value = try arguments.required(arguments.function("value"), name: "value").expression
    let name = type.as(MemberAccessExprSyntax.self)?.base ?? type
    throw ExpansionError.error(
      """
      'value' must return a value of type '\(name.trimmedDescription)', which 'as' names; the \
      function that it returns has a result of another type
      """,
      id: "mismatchedRecord", at: value)
  }
}
