/// The name of a command, its parameters and options, and its help.
package struct CommandSyntax: Sendable, Hashable {
  /// The word that asks for it.
  package let name: String
  /// A line that says what it does.
  package let summary: String
  /// The words that it takes by their places.
  package let parameters: [CommandParameter]
  /// The options of the command.
  package let options: [CommandOption]
  /// The rest of its help.
  package let discussion: String?

  /// Describes a command.
  package init(
    name: String, summary: String, parameters: [CommandParameter] = [],
    options: [CommandOption] = [], discussion: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.options = options
    self.discussion = discussion
  }
}

extension CommandSyntax {
  /// The command that shows the help, which every program has.
  package static let help = CommandSyntax(
    name: "help", summary: "Show what there is, or what a command takes.",
    parameters: [CommandParameter(name: "command", summary: "The command.", isOptional: true)])

  /// The command that writes a script for a shell, which every program has.
  package static let completions = CommandSyntax(
    name: "completions", summary: "Write a script that has a shell complete commands and options.",
    parameters: [
      CommandParameter(
        name: "shell", summary: "The shell that the script is for.",
        choices: CompletionShell.allCases.map(\.rawValue))
    ])

  /// The command that says which version this is.
  package static let version = CommandSyntax(name: "version", summary: "Show the version.")
}
