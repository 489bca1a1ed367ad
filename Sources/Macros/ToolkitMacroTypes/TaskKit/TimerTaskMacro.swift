import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@TimerTask` and `#timer`: a task that runs at even intervals.
public struct TimerTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.scheduleTask(…)"

  public static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger {
    let interval = try arguments.required(arguments["every"], name: "every")
    return .timer(
      repeat: try .times(arguments["repeat"], orElse: .init(".forever", known: "forever")),
      every: try .interval(interval, orElse: .init("1", known: 1)))
  }
}
