/// The name of a program, its commands, and its exit codes.
package struct ProgramSyntax: Sendable {
  /// An exit code and its meaning.
  package struct ExitCode: Sendable, Hashable {
    package let code: UInt8
    /// When the program ends with it, in one sentence.
    package let meaning: String

    /// Describes an exit code.
    package init(_ code: UInt8, _ meaning: String) {
      self.code = code
      self.meaning = meaning
    }
  }

  /// The word that starts it.
  package let name: String
  /// A sentence that says what it is.
  package let summary: String
  /// All commands, in the order of the help.
  package let commands: [CommandSyntax]
  /// The command that is meant where none is named; without one, the help is.
  package let defaultCommand: String?
  /// The exit codes of the program.
  package let exitCodes: [ExitCode]
  /// Further ways to start it, each a line of the help: `harbor [--speed <factor>]`.
  package let usages: [String]
  /// The last paragraph of the help.
  package let closingNote: String?

  /// Describes a program.
  package init(
    name: String, summary: String, commands: [CommandSyntax], defaultCommand: String? = nil,
    exitCodes: [ExitCode] = [], usages: [String] = [], closingNote: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.commands = commands
    self.defaultCommand = defaultCommand
    self.exitCodes = exitCodes
    self.usages = usages
    self.closingNote = closingNote
  }

  /// The command of a name.
  ///
  /// - Throws: A mistake that says which command may have been meant.
  package func command(named name: String) throws(CommandMistake) -> CommandSyntax {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw CommandMistake(
      "there is no command '\(name)'\(NameHint.text(for: name, among: commands.map(\.name)))")
  }
}
