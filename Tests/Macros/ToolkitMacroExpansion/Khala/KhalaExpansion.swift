import ToolkitMacroTestSupport
import ToolkitMacroTypes

/// Expands the macros of Khala, as if in module `App`.
func expandKhala(
  _ source: String, file: String = "Home.swift", isSendable: Bool = false
) -> MacroExpansion {
  MacroExpansion(
    of: source,
    macros: [
      "KhalaModule": KhalaModuleMacro.self, "KhalaIgnored": KhalaIgnoredMacro.self,
      "KhalaExported": KhalaExportedMacro.self, "Route": RouteMacro.self,
      "KhalaCall": KhalaCallMacro.self,
    ],
    conformances: isSendable ? [:] : ["KhalaModule": ["Sendable"]], module: "App", file: file)
}
