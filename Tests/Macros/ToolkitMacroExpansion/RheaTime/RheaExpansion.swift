import ToolkitMacroExpansion
import ToolkitMacroTestSupport

/// Expands the macros of RheaTime, as if in module `App`.
func expandRhea(_ source: String, file: String = "Home.swift") -> MacroExpansion {
  MacroExpansion(
    of: source,
    macros: [
      "rhea": RheaMacro.self, "load": LoadMacro.self, "premain": PremainMacro.self,
      "appDidFinishLaunching": AppDidFinishLaunchingMacro.self,
    ],
    module: "App", file: file)
}

extension ExpandedRecord {
  /// What the accessor hands to RheaTime, behind `out` and `type`.
  var arguments: String {
    let call = #/return unsafe RheaTime::__RheaRecord\.(a?sync)\(__out, __type, (.*)\)/#
    return accessor.wholeMatch(of: call).map { "\($0.1): \($0.2)" } ?? accessor
  }
}
