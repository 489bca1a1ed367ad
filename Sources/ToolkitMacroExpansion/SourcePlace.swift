import SwiftParser
package import SwiftSyntax
package import SwiftSyntaxMacros

/// The source location of a macro.
struct SourcePlace {
  let fileID: String
  let line: UInt32
  let column: UInt32

  /// The last component of the file's name.
  var fileName: String { String(fileID.split(separator: "/").last ?? "") }

  /// - Throws: An error at the macro if it stands in the expansion of another
  ///   one, from which the compiler would drop the record.
  init(of node: some SyntaxProtocol, in context: some MacroExpansionContext) throws {
    guard
      let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID),
      let fileID = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
      !fileID.contains("@__swiftmacro_"),
      let line = (location.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue)
        .flatMap(UInt32.init(exactly:)),
      let column = (location.column.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue)
        .flatMap(UInt32.init(exactly:))
    else {
      throw ExpansionError.error(
        """
        a record cannot be declared in the expansion of another macro, from which the compiler \
        drops it; build it in that macro with ToolkitMacroExpansion's RecordDeclaration
        """,
        id: "recordInExpansion", at: node)
    }
    self.fileID = fileID
    self.line = line
    self.column = column
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
