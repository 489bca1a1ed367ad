import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import Testing
import ToolkitMacroTestSupport

/// Becomes its argument and the argument's source: `#stringify(1 + 2)`.
enum StringifyMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    guard let argument = node.arguments.first?.expression else {
      throw MacroExpansionErrorMessage("#stringify needs a value")
    }
    return "(\(argument), \(literal: argument.trimmedDescription))"
  }
}

@Test func `A value is put beside its source`() {
  let expansion = MacroExpansion(
    of: "let sum = #stringify(1 + 2)", macros: ["stringify": StringifyMacro.self])
  #expect(expansion.expandedSource == #"let sum = (1 + 2, "1 + 2")"#)
  #expect(expansion.diagnostics.isEmpty)
}

@Test func `A missing value is an error`() {
  let expansion = MacroExpansion(
    of: "let sum = #stringify()", macros: ["stringify": StringifyMacro.self])
  #expect(expansion.diagnostics.map(\.message) == ["#stringify needs a value"])
  #expect(expansion.diagnostics.first?.location?.column == 11)
}
