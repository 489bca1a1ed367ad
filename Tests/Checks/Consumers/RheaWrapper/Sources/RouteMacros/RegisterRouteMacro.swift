@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntax
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// Expands `#registerRoute { … }`: a callback for an event that is always the
/// same.
struct RegisterRouteMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    return try RheaDeclaration(
      event: "registerRoute", priority: 7, isRepeatable: true,
      function: arguments.required(arguments.function("func"), name: "func")
    ).declarations(for: node, in: context)
  }
}

@main
struct RouteMacros: PluginProvider {
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    RegisterRouteMacro.self
  }

  static func main() throws {
    let listener = CompilerPluginMessageListener(
      connection: try StandardIOMessageConnection(), provider: RouteMacros())
    try listener.main()
  }
}
