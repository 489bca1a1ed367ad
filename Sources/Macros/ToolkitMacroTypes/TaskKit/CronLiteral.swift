import Schedules
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// An expression of cron as it stands in the source.
struct CronLiteral {
  let text: String

  /// Reads an argument, and what it says.
  ///
  /// `H` stands for values that the task's name decides; they are written out here, where
  /// the name is known, so that the record says when the task runs.
  ///
  /// - Throws: An error at the argument if it is no string literal, or empty; at the
  ///   place in it that is wrong, if it is no expression.
  init(_ argument: MacroArgument, task name: String) throws {
    let literal = try TextLiteral(argument)
    guard literal.text.contains(where: { !$0.isWhitespace }) else {
      throw ExpansionError.error(
        "'cron' names no time; write for example \"0 30 2 * * *\", for half past two every night",
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
