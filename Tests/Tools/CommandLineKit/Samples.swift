@testable import CommandLineKit

/// A program for the tests: everything that a command can take is in it.
enum Sample {
  static let verbose = CommandOption(name: "verbose", letter: "v", summary: "Say more.")
  static let output = CommandOption(
    name: "output", letter: "o", value: "file", summary: "Where it goes; it's replaced.")
  static let format = CommandOption(
    name: "format", value: "format", choices: ["text", "json"], summary: "How [it] is written: so.")
  static let depth = CommandOption(name: "depth", value: "number", summary: "How deep.")
  static let tag = CommandOption(
    name: "tag", letter: "t", value: "name", isRepeated: true, summary: "A tag; of any number.")

  static let draw = CommandSyntax(
    name: "draw", summary: "Draw something.",
    parameters: [
      CommandParameter(name: "shape", summary: "What is drawn.", choices: ["circle", "square"]),
      CommandParameter(name: "label", summary: "What is below it.", isOptional: true),
    ],
    options: [verbose, output, format, depth, tag],
    discussion: "What is drawn is drawn once.\nA second line.")
  static let join = CommandSyntax(
    name: "join", summary: "Join files.",
    parameters: [
      CommandParameter(
        name: "file", summary: "The files.", isOptional: true, isRepeated: true)
    ])
  static let ask = CommandSyntax(
    name: "ask", summary: "Ask something.",
    parameters: [
      CommandParameter(name: "question", summary: "What.", suggestions: ["how", "who"])
    ])
  static let pick = CommandSyntax(
    name: "pick", summary: "Pick colours.",
    parameters: [
      CommandParameter(
        name: "colour", summary: "Some.", isRepeated: true, choices: ["red", "green"])
    ])

  static let program = ProgramSyntax(
    name: "sample", summary: "A program.", commands: [draw, join, ask, pick, .help, .version],
    exitCodes: [.init(0, "It succeeded."), .init(64, "The command line is invalid.")],
    usages: ["sample --version"], closingNote: "That is all.")
  /// The same, with a command that need not be named.
  static let programWithDefault = ProgramSyntax(
    name: "sample", summary: "A program.", commands: [draw, join, ask, pick, .help, .version],
    defaultCommand: "draw")
}
