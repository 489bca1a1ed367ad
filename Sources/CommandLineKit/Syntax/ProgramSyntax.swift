/// What a program is called, what it can do, and how it ends.
package struct ProgramSyntax: Sendable {
  /// What an exit code means.
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
  /// What it is, in one sentence.
  package let summary: String
  /// All commands, in the order of the help.
  package let commands: [CommandSyntax]
  /// The command that is meant where none is named; without one, the help is.
  package let defaultCommand: String?
  /// How it ends.
  package let exitCodes: [ExitCode]
  /// Further ways to start it, each a line of the help: `harbor [--speed <factor>]`.
  package let usages: [String]
  /// What the help says in the end.
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
