import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@TimerTask` and `#timer`: a task that runs at even intervals.
public struct TimerTaskMacro: TaskMacro {
  public static let runTimeCall: String? = "TaskManager.shared.scheduleTask(…)"

  public static func task(
    _ arguments: MacroArguments, _ body: TaskDeclaration.Body,
    in context: some MacroExpansionContext
  ) throws -> TaskDeclaration {
    let shared = try TaskArguments(arguments, body)
    let interval = try arguments.required(arguments["every"], name: "every")
    return TaskDeclaration(
      name: shared.name,
      trigger: .timer(
        repeat: try .times(arguments["repeat"], orElse: .init(".forever", known: "forever")),
        every: try .interval(interval, orElse: .init("1", known: 1))),
      priority: shared.priority, traits: shared.traits, body: body)
  }
}
