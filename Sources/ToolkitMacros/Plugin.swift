import SwiftSyntaxMacros

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  /// The one compiler plugin of the toolkit.
  @main
  struct ToolkitMacros: CompilerPlugin {
    let providingMacros: [any Macro.Type] = allMacros
  }
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import ToolkitMacroExpansion

  /// The one compiler plugin of the toolkit.
  ///
  /// The toolchain ships what `CompilerPlugin` is made of, but not that protocol.
  @main
  struct ToolkitMacros: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = allMacros.first(where: { String(describing: $0) == typeName }) else {
        throw UnknownMacro(name: "\(moduleName).\(typeName)")
      }
      return macro
    }

    static func main() throws {
      let listener = CompilerPluginMessageListener(
        connection: try StandardIOMessageConnection(),
        messageHandler: CharacterErrorHandler(
          handler: PluginProviderMessageHandler(provider: ToolkitMacros())))
      try listener.main()
    }

    /// Answers the compiler, with errors at the characters they are about.
    private struct CharacterErrorHandler: PluginMessageHandler {
      let handler: PluginProviderMessageHandler<ToolkitMacros>

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

    private struct UnknownMacro: Error, CustomStringConvertible {
      let name: String
      var description: String { "ModularityKit has no macro implementation '\(name)'" }
    }
  }

  extension HostToPluginMessage {
    /// The message without the compiler's settings, which no macro here asks for: decoding them
    /// would take a good part of the time of an expansion.
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
#endif

/// Every macro that the plugin can expand.
private var allMacros: [any Macro.Type] {
  [
    RecordMacro.self,
    MismatchedRecordMacro.self,
    RheaMacro.self,
    LoadMacro.self,
    PremainMacro.self,
    AppDidFinishLaunchingMacro.self,
    KhalaModuleMacro.self,
    KhalaIgnoredMacro.self,
    KhalaExportedMacro.self,
    RouteMacro.self,
    KhalaCallMacro.self,
    ObserverMacro.self,
    RelayKeysMacro.self,
    BridgeMacro.self,
    MismatchedBridgeMacro.self,
    SharedMacro.self,
    EventTaskMacro.self,
    NotificationTaskMacro.self,
    ScheduledTaskMacro.self,
    TimerTaskMacro.self,
  ]
}
