import SwiftSyntax
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@EventTask` and `#task`: a task of an event.
public struct EventTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.injectEventTask(…)"

  public static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger {
    .event(try .event(arguments.required(arguments["on"], name: "on")))
  }
}
