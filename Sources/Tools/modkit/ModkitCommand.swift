import CommandLineKit

/// One thing that modkit can do.
struct ModkitCommand: Sendable {
  /// The name of the command, and its parameters and options.
  let syntax: CommandSyntax
  /// Does it.
  let run: @Sendable (Invocation) throws -> ExitCode

  /// All commands, in the order of the help.
  static let all: [ModkitCommand] = [
    list, show, graph, size, check, diff, affected, lock, audit, doctor, rules, languageServer,
  ]
}

extension CommandParameter {
  /// The files of one program.
  static let files = CommandParameter(
    name: "file", summary: "An executable, library, object file or archive.", isRepeated: true)
}

extension CommandOption {
  static let json = CommandOption(name: "json", summary: "Answer in JSON.")

  static let libraries = CommandOption(
    name: "libraries",
    summary: "Read the libraries too that the files need and that their run paths lead to.")

  static let output = CommandOption(
    name: "output", letter: "o", value: "file", summary: "Write the answer there.")

  static let module = CommandOption(
    name: "module", letter: "m", value: "name", isRepeated: true,
    summary: "Only what this module declares.")
}
