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
        connection: try StandardIOMessageConnection(), provider: ToolkitMacros())
      try listener.main()
    }

    private struct UnknownMacro: Error, CustomStringConvertible {
      let name: String
      var description: String { "ModularityKit has no macro implementation '\(name)'" }
    }
  }
#endif

/// Every macro that the plugin can expand.
private var allMacros: [any Macro.Type] {
  [
    RecordMacro.self,
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
    BridgeMacro.self,
    SharedMacro.self,
    EventTaskMacro.self,
    NotificationTaskMacro.self,
    ScheduledTaskMacro.self,
    TimerTaskMacro.self,
  ]
}
