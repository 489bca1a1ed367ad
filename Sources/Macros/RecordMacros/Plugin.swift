import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// The compiler plugin of SectionRegistry, RheaTime and Pharos, and of `#uses` in all products.
@main
struct RecordMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    UnavailableMacro.self,
    RecordMacro.self,
    MismatchedRecordMacro.self,
    RheaMacro.self,
    LoadMacro.self,
    PremainMacro.self,
    AppDidFinishLaunchingMacro.self,
    ObserverMacro.self,
    RelayKeysMacro.self,
    SharedMacro.self,
    UsesMacro.self,
  ]
}
