import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@ScheduledTask` and `#schedule`: a task of a date, of a schedule or of an
/// expression of cron.
public struct ScheduledTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.scheduleTask(…)"

  public static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger {
    if let expression = arguments["cron"] {
      return .cron(
        try CronLiteral(expression, task: name).text,
        zone: try arguments["zone"].map { try ZoneLiteral($0, in: context).text },
        daylightSaving: .daylightSaving(arguments["daylightSaving"]))
    }
    if let schedule = arguments["on"] {
      try ScheduleLiterals.check(schedule, in: context)
      return .schedule(.schedule(schedule))
    }
    return .date(
      .date(try arguments.required(arguments["at"], name: "at")),
      repeat: try .times(arguments["repeat"], orElse: .init("1", known: 1)),
      every: try .interval(arguments["every"], orElse: .init("1", known: 1)))
  }
}
