// The implementation of a macro reads an argument without `try`.
// Write `try`: the error is shown at the argument.
import SwiftSyntax
import SwiftSyntaxMacros
import ToolkitMacroExpansion

struct PageMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let name = arguments.unlabeled(0, name: "name")?.string() ?? ""
    // 16: error: call can throw but is not marked with 'try'
    // 16: note: did you mean to use 'try'?
    // 16: note: did you mean to handle error as optional value?
    // 16: note: did you mean to disable error propagation?
    return try RecordDeclaration(kind: "page", key: name, accessor: "return false")
      .declarations(for: node, in: context)
  }
}
