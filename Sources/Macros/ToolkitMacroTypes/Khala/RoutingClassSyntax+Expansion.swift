import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import ToolkitMacroExpansion

extension RoutingClassSyntax {
  /// The function that creates the table of the class.
  ///
  /// It belongs to the actor of its class, and so do the closures in it.
  var tableFunction: DeclSyntax {
    let entries = functions.map { function in
      var lines = "__functions.append(\n  \(function.entry.indented()))"
      if let availability = function.availability {
        lines = "if #available(\(availability)) {\n  \(lines.indented())\n}"
      }
      for condition in function.conditions.reversed() {
        lines = "#if \(condition.text)\n\(lines)\n#endif"
      }
      return lines
    }
    guard !entries.isEmpty else {
      return """

        static func __khalaTable() -> Khala::__KhalaTable<\(raw: typeName)> {
          Khala::__KhalaTable(make: { \(raw: typeName)() }, functions: [])
        }
        """
    }
    return """

      static func __khalaTable() -> Khala::__KhalaTable<\(raw: typeName)> {
        var __functions: [Khala::__KhalaFunction<\(raw: typeName)>] = []
        \(raw: entries.joined(separator: "\n").indented())
        return Khala::__KhalaTable(make: { \(raw: typeName)() }, functions: __functions)
      }
      """
  }

  /// Returns the record that provides the table.
  func record(in context: some MacroExpansionContext) -> RecordDeclaration {
    let line = RecordDeclaration.line(of: attribute, in: context)
    let functions = functions.map { function in
      let ownLine = RecordDeclaration.line(of: function.node, in: context)
      return function.schema(line: ownLine == line ? nil : ownLine)
    }
    var flags: RecordFlags = .unique
    if kind.globalActor == "MainActor" { flags.insert(.mainActor) }
    return RecordDeclaration(
      kind: .routingClass, key: name, flags: flags,
      schema: RoutingClassSchema(
        type: typeName, functions: functions, exportsAll: exportsAll, isCached: isCached,
        isolation: kind.isActor ? "actor" : kind.globalActor),
      accessorText: """
        return unsafe Khala::__KhalaRecord.module(__out, __type, \(name.asLiteral), \
        .\(isCached ? "cached" : "perCall"), \(typeName).__khalaTable)
        """)
  }
}

extension String {
  /// Returns the text with all lines except the first indented by two spaces.
  func indented() -> String {
    replacing("\n", with: "\n  ")
  }
}
