import SwiftSyntax
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@EventTask` and `#task`: a task of an event.
public struct EventTaskMacro: TaskMacro {
  public static let runTimeCall: String? = "TaskManager.shared.injectEventTask(…)"

  public static func task(
    _ arguments: MacroArguments, _ body: TaskDeclaration.Body,
    in context: some MacroExpansionContext
  ) throws -> TaskDeclaration {
    let shared = try TaskArguments(arguments, body)
    return TaskDeclaration(
      name: shared.name,
      trigger: .event(try .event(arguments.required(arguments["on"], name: "on"))),
      priority: shared.priority, dependsOn: try TaskDeclaration.tasks(arguments["dependsOn"]),
      after: try TaskDeclaration.tasks(arguments["after"]), traits: shared.traits, body: body)
  }
}
