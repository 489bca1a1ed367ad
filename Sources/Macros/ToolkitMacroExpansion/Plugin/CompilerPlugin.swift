@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
package import SwiftSyntax
package import SwiftSyntaxMacros

/// A compiler plugin: a program that expands macros.
///
/// It replaces the protocol with the same name in swift-syntax, which the toolchain does not
/// contain, and which finds macros only in the module of the plugin. The macros of the toolkit are
/// in libraries, so that tests can use them. See `Package.swift`.
package protocol CompilerPlugin {
  init()
  /// The macros of the plugin.
  var providingMacros: [any Macro.Type] { get }
}

extension CompilerPlugin {
  /// Responds to the compiler until it closes the connection.
  package static func main() throws {
    let macros = MacroProvider(macros: Self().providingMacros)
    let listener = CompilerPluginMessageListener(
      connection: try StandardIOMessageConnection(),
      messageHandler: CharacterErrorHandler(
        handler: PluginProviderMessageHandler(provider: macros)))
    try listener.main()
  }
}

/// The macros of a plugin, by the names of their types.
private struct MacroProvider: PluginProvider {
  let macros: [any Macro.Type]

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = macros.first(where: { String(describing: $0) == typeName }) else {
      throw UnknownMacro(name: "\(moduleName).\(typeName)")
    }
    return macro
  }
}

private struct UnknownMacro: Error, CustomStringConvertible {
  let name: String
  var description: String { "ModularityKit has no macro implementation '\(name)'" }
}

/// Responds to the compiler, with errors at the affected characters.
private struct CharacterErrorHandler: PluginMessageHandler {
  let handler: PluginProviderMessageHandler<MacroProvider>

  func handleMessage(_ message: HostToPluginMessage) -> PluginToHostMessage {
    let answer = handler.handleMessage(message.withoutBuildConfiguration)
    let offsets = CharacterOffsets.take()
    guard !offsets.isEmpty else { return answer }
    func moved(_ diagnostics: [PluginMessage.Diagnostic]) -> [PluginMessage.Diagnostic] {
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.position.offset += offsets[diagnostic.message] ?? 0
        return diagnostic
      }
    }
    return switch answer {
    case .expandMacroResult(let source, let diagnostics):
      .expandMacroResult(expandedSource: source, diagnostics: moved(diagnostics))
    case .expandFreestandingMacroResult(let source, let diagnostics):
      .expandFreestandingMacroResult(expandedSource: source, diagnostics: moved(diagnostics))
    case .expandAttachedMacroResult(let sources, let diagnostics):
      .expandAttachedMacroResult(expandedSources: sources, diagnostics: moved(diagnostics))
    default: answer
    }
  }

  func shutDown() throws { try handler.shutDown() }
}

extension HostToPluginMessage {
  /// The message without the settings of the compiler, which no macro of the toolkit uses.
  ///
  /// Decoding them would take a large part of the time of an expansion.
  fileprivate var withoutBuildConfiguration: HostToPluginMessage {
    switch self {
    case .expandFreestandingMacro(
      let macro, let role, let discriminator, let syntax, let lexicalContext, _):
      .expandFreestandingMacro(
        macro: macro, macroRole: role, discriminator: discriminator, syntax: syntax,
        lexicalContext: lexicalContext)
    case .expandAttachedMacro(
      let macro, let role, let discriminator, let attribute, let declaration, let parent,
      let extendedType, let conformances, let lexicalContext, _):
      .expandAttachedMacro(
        macro: macro, macroRole: role, discriminator: discriminator, attributeSyntax: attribute,
        declSyntax: declaration, parentDeclSyntax: parent, extendedTypeSyntax: extendedType,
        conformanceListSyntax: conformances, lexicalContext: lexicalContext)
    default: self
    }
  }
}

/// Expands declarations of unavailable macros to nothing, because the compiler has already reported
/// their message.
package struct UnavailableMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
