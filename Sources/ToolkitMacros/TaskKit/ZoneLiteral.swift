import Schedules
import SwiftSyntax
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// The name of a time zone as it stands in the source.
struct ZoneLiteral {
  let text: String

  /// Reads an argument, and warns if the machine that compiles it has no such zone.
  ///
  /// A warning, since only the machine that the program runs on must have it.
  ///
  /// - Throws: An error at the argument if it is no string literal, or can be no
  ///   name.
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
      // A machine without the files of any zone has nothing to say about names.
      guard error.code == .unknownZone, !ScheduleZone.names().isEmpty else { return }
      context.diagnose(
        ExpansionError.warning(
          "where this is compiled, \(error.message)", id: "unknownZone", at: argument.expression))
    }
  }
}
