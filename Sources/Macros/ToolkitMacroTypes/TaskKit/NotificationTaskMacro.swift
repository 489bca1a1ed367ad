import SwiftSyntax
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@NotificationTask` and `#notification`: a task of a notification.
public struct NotificationTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.injectNotificationTask(…)"

  public static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger {
    .notification(try .notificationKey(arguments.required(arguments["on"], name: "on")))
  }
}
