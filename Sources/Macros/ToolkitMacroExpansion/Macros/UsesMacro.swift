import Declarations
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `#uses`: a record for each name that the module creates at run time.
package struct UsesMacro: DeclarationMacro, LaidOutMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try RecordDeclaration.checkPlace(of: node, in: context)
    return try UseSyntax.uses(in: MacroArguments(of: node)).flatMap { use in
      try RecordDeclaration(
        kind: .use, key: use.name, flags: use.isResolved ? [] : .unresolvedKey,
        schema: UseSchema(target: use.target.rawValue),
        // Only tools read the record, so a running program never calls the accessor.
        accessorText: "return false"
      ).declarations(for: use.expression, in: context)
    }
  }
}
