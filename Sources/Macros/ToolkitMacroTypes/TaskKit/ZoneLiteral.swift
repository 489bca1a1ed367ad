import Schedules
import SwiftSyntax
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// The name of a time zone in a string literal.
struct ZoneLiteral {
  let text: String

  /// Reads an argument, and warns if the compiling machine does not know the zone.
  ///
  /// That is no error: only the machine that runs the program needs to know it.
  ///
  /// - Throws: An error at the argument if it is not a string literal, or cannot be the name of
  ///   a zone.
  init(_ argument: MacroArgument, in context: some MacroExpansionContext) throws {
    text = try TextLiteral(argument).text
    guard ScheduleZone.isName(text) else {
      throw ExpansionError.error(
        "'\(text)' can be no time zone; names are those of the IANA, such as 'Europe/Stockholm'",
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
