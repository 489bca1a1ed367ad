@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// Expands `#page("name") { … }` into a record of kind `page`.
struct PageMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let name = try arguments.required(arguments.unlabeled(0, name: "name"), name: "name").string()
    let text = try arguments.required(arguments.function("text"), name: "text").function()
    return try RecordDeclaration(
      kind: "page", key: name, flags: .unique,
      detail: ["letters": .integer(name.count)],
      accessor: "return Shop.__providePage(__out, __type, \(text.expression))"
    ).declarations(for: node, in: context)
  }
}

@main
struct ShopMacros: PluginProvider {
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    PageMacro.self
  }

  static func main() throws {
    let listener = CompilerPluginMessageListener(
      connection: try StandardIOMessageConnection(), provider: ShopMacros())
    try listener.main()
  }
}
