import SwiftSyntax
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@NotificationTask` and `#notification`: a task of a notification.
public struct NotificationTaskMacro: TaskMacro {
  public static let runTimeCall: String? = "TaskManager.shared.injectNotificationTask(…)"

  public static func task(
    _ arguments: MacroArguments, _ body: TaskDeclaration.Body,
    in context: some MacroExpansionContext
  ) throws -> TaskDeclaration {
    var leading = arguments.leadingUnlabeled(name: "key")[...]
    let name: String
    if case .type(let type) = body {
      name = try arguments["name"].map(TaskDeclaration.name) ?? type.name
    } else {
      let first = leading.popFirst().map { MacroArgument(name: "name", expression: $0.expression) }
      name = try TaskDeclaration.name(arguments.required(first, name: "name"))
    }
    let key = try arguments.required(leading.popFirst(), name: "key")
    let traits = Array(leading) + arguments.followingUnlabeled(name: "traits")
    try TraitLiterals.check(traits)
    return TaskDeclaration(
      name: name, trigger: .notification(try .notificationKey(key)),
      priority: .priority(arguments["priority"]),
      dependsOn: try TaskDeclaration.tasks(arguments["dependsOn"]),
      after: try TaskDeclaration.tasks(arguments["after"]),
      traits: traits, body: body)
  }
}
