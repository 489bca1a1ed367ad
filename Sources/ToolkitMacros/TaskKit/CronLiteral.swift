import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// An expression of cron as it stands in the source.
struct CronLiteral {
  let text: String

  /// Reads an argument; this is where what it says is checked.
  ///
  /// - Throws: An error at the argument if it is no string literal, or empty.
  init(_ argument: MacroArgument) throws {
    text = try argument.string()
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ExpansionError.error(
        "'cron' names no moment; write for example \"0 30 2 * * *\", for half past two every night",
        id: "emptyCron", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""0 30 2 * * *""#)])
    }
  }
}
