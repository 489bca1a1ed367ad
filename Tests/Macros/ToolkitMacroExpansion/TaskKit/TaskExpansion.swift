import ToolkitMacroTestSupport
import ToolkitMacroTypes

/// Expands the macros of TaskKit, as if in module `App`.
func expandTask(_ source: String, file: String = "Home.swift") -> MacroExpansion {
  MacroExpansion(
    of: source,
    macros: [
      "EventTask": EventTaskMacro.self, "NotificationTask": NotificationTaskMacro.self,
      "ScheduledTask": ScheduledTaskMacro.self, "TimerTask": TimerTaskMacro.self,
      "task": EventTaskMacro.self, "notification": NotificationTaskMacro.self,
      "schedule": ScheduledTaskMacro.self, "timer": TimerTaskMacro.self,
      "job": JobMacro.self, "NO_RW_CLOCK": NoClockMacro.self,
    ],
    module: "App", file: file)
}

extension ExpandedRecord {
  /// What the accessor hands to TaskKit, behind `out` and `type`.
  var taskArguments: String {
    let call = #/return unsafe TaskKit::__TaskRecord\.task\(__out, __type, (.*)\)/#
    return accessor.wholeMatch(of: call).map { "\($0.1)" } ?? accessor
  }
}
