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

/// A word that a command takes by its place.
package struct CommandParameter: Sendable, Hashable {
  /// The name in usage lines.
  package let name: String
  /// A sentence that says what it is.
  package let summary: String
  /// A Boolean value that indicates whether it may be left out.
  package let isOptional: Bool
  /// A Boolean value that indicates whether it takes all the words that are left; only
  /// the last one may.
  package let isRepeated: Bool
  /// The words that it may be; all words if there are none.
  package let choices: [String]
  /// Words that a shell offers for it, though it may be others.
  package let suggestions: [String]
  /// A Boolean value that indicates whether it is the path of a file, which a shell completes.
  package let isFile: Bool

  /// Describes a parameter.
  ///
  /// Unless `isFile` says otherwise, what is called `file` or `path` is one.
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

  /// The parameter as usage lines have it: `[<argument>…]`.
  package var usage: String {
    let word = choices.isEmpty ? "<\(name)>" : choices.joined(separator: "|")
    let all = isRepeated ? word + "…" : word
    return isOptional ? "[\(all)]" : all
  }
}
