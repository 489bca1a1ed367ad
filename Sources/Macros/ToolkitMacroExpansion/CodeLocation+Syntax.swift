import Declarations
import SwiftParser
package import SwiftSyntax
package import SwiftSyntaxMacros

extension CodeLocation {
  /// Reads the source location of a macro.
  ///
  /// - Throws: An error at the macro if it stands in the expansion of another
  ///   one, from which the compiler would drop the record.
  init(of node: some SyntaxProtocol, in context: some MacroExpansionContext) throws {
    guard
      let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID),
      let fileID = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
      !fileID.contains("@__swiftmacro_"),
      let line = location.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue,
      let column = location.column.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
    else {
      throw ExpansionError.error(
        """
        a record cannot be declared in the expansion of another macro, from which the compiler \
        drops it; build it in that macro with ToolkitMacroExpansion's RecordDeclaration
        """,
        id: "recordInExpansion", at: node)
    }
    self.init(fileID: fileID, line: line, column: column)
  }
}

extension RecordDeclaration {
  /// The line of something that a macro was given, if the compiler tells.
  package static func line(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> Int? {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)
    return location?.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
  }
}
