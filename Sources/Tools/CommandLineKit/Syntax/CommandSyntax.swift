/// The syntax of a command: its name, parameters and options, and its help.
package struct CommandSyntax: Sendable, Hashable {
  /// The name of the command.
  package let name: String
  /// A line that describes the command.
  package let summary: String
  /// The positional parameters.
  package let parameters: [CommandParameter]
  /// The options of the command.
  package let options: [CommandOption]
  /// The rest of the help.
  package let discussion: String?

  /// Creates a command.
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
  /// The command that shows the help.
  ///
  /// Every program has it.
  package static let help = CommandSyntax(
    name: "help", summary: "Show all commands, or the parameters and options of one.",
    parameters: [CommandParameter(name: "command", summary: "The command.", isOptional: true)])

  /// The command that writes a script for a shell.
  ///
  /// Every program has it.
  package static let completions = CommandSyntax(
    name: "completions",
    summary: "Write a script with which a shell completes commands and options.",
    parameters: [
      CommandParameter(
        name: "shell", summary: "The shell of the script.",
        choices: CompletionShell.allCases.map(\.rawValue))
    ])

  /// The command that shows the version.
  package static let version = CommandSyntax(name: "version", summary: "Show the version.")
}

/// A positional parameter of a command.
package struct CommandParameter: Sendable, Hashable {
  /// The name in usage lines.
  package let name: String
  /// A sentence that describes the parameter.
  package let summary: String
  /// A Boolean value that indicates whether the parameter can be omitted.
  package let isOptional: Bool
  /// A Boolean value that indicates whether the parameter accepts all remaining words.
  ///
  /// Only the last parameter can do this.
  package let isRepeated: Bool
  /// The possible words.
  ///
  /// If empty, all words are possible.
  package let choices: [String]
  /// The words that a shell suggests.
  ///
  /// Other words are possible as well.
  package let suggestions: [String]
  /// A Boolean value that indicates whether the parameter is the path of a file, which shells can
  /// complete.
  package let isFile: Bool

  /// Creates a parameter.
  ///
  /// By default, parameters with the name `file` or `path` are paths of files.
  package init(
    name: String, summary: String, isOptional: Bool = false, isRepeated: Bool = false,
    choices: [String] = [], suggestions: [String] = [], isFile: Bool? = nil
  ) {
    self.name = name
    self.summary = summary
    self.isOptional = isOptional
    self.isRepeated = isRepeated
    self.choices = choices
    self.suggestions = suggestions
    self.isFile = isFile ?? FileName.isMeant(by: name)
  }

  /// The parameter in a usage line: `[<argument>…]`.
  package var usage: String {
    let word = choices.isEmpty ? "<\(name)>" : choices.joined(separator: "|")
    let all = isRepeated ? word + "…" : word
    return isOptional ? "[\(all)]" : all
  }
}
