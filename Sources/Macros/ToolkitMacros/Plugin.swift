import SwiftSyntaxMacros
import ToolkitMacroExpansion
import ToolkitMacroTypes

/// The compiler plugin of Khala, TaskKit and Bridge.
///
/// Its macros parse route patterns and schedules.
@main
struct ToolkitMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    KhalaModuleMacro.self,
    KhalaIgnoredMacro.self,
    KhalaExportedMacro.self,
    RouteMacro.self,
    KhalaCallMacro.self,
    BridgeMacro.self,
    MismatchedBridgeMacro.self,
    EventTaskMacro.self,
    NotificationTaskMacro.self,
    ScheduledTaskMacro.self,
    TimerTaskMacro.self,
    NoClockMacro.self,
    JobMacro.self,
  ]
}
