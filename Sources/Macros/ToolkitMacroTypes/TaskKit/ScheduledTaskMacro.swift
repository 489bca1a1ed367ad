import Schedules
import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@ScheduledTask` and `#schedule`: a task with a date, a schedule or a cron expression.
public struct ScheduledTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.scheduleTask(…)"
  public static let positionalLabels: [String?] = ["at", "repeat", "every"]

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

/// A cron expression in the source.
struct CronLiteral {
  let text: String

  /// Reads and parses an argument.
  ///
  /// The name of the task determines the values for `H`. They are written out here, where the name
  /// is known, so that the record contains the times of the task.
  ///
  /// - Throws: An error at the argument if it is empty or not a string literal, or an error at the
  ///   invalid part of the expression.
  init(_ argument: MacroArgument, task name: String) throws {
    let literal = try TextLiteral(argument)
    guard literal.text.contains(where: { !$0.isWhitespace }) else {
      throw ExpansionError.error(
        "'cron' is empty; write for example \"0 30 2 * * *\" for half past two every night",
        id: "emptyCron", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""0 30 2 * * *""#)])
    }
    do throws(CronError) {
      let expression = try CronExpression(literal.text, hashing: name)
      let isHashed = (try? CronExpression(literal.text)) == nil
      text = isHashed ? expression.description : literal.text
    } catch {
      throw literal.error(error.description, id: "invalidCron", at: error.offset)
    }
  }
}

/// The name of a time zone in a string literal.
struct ZoneLiteral {
  let text: String

  /// Reads an argument.
  ///
  /// If the zone is unknown on the compiling machine, shows a warning.
  ///
  /// This is not an error, because only the machine that runs the program must know the zone.
  ///
  /// - Throws: An error at the argument if it is not a string literal, or cannot be the name of a
  ///   zone.
  init(_ argument: MacroArgument, in context: some MacroExpansionContext) throws {
    text = try TextLiteral(argument).text
    guard ScheduleZone.isName(text) else {
      throw ExpansionError.error(
        "'\(text)' is not a time zone; use a name of the IANA database, such as 'Europe/Stockholm'",
        id: "invalidZone", at: argument.expression)
    }
    do throws(ScheduleError) {
      _ = try ScheduleZone(text)
    } catch {
      // A machine without zone files cannot check names.
      guard error.code == .unknownZone, !ScheduleZone.names().isEmpty else { return }
      context.diagnose(
        ExpansionError.warning(
          "where this is compiled, \(error.message)", id: "unknownZone", at: argument.expression))
    }
  }
}
