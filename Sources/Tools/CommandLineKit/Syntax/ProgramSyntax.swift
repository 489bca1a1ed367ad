/// The syntax of a program: its name, its commands, and its exit codes.
package struct ProgramSyntax: Sendable {
  /// An exit code and its meaning.
  package struct ExitCode: Sendable, Hashable {
    package let code: UInt8
    /// A sentence that describes when the program ends with this code.
    package let meaning: String

    /// Creates an exit code.
    package init(_ code: UInt8, _ meaning: String) {
      self.code = code
      self.meaning = meaning
    }
  }

  /// The name of the program.
  package let name: String
  /// A sentence that describes the program.
  package let summary: String
  /// All commands, in the order of the help.
  package let commands: [CommandSyntax]
  /// The command to use if none is named.
  ///
  /// If `nil`, the help is shown.
  package let defaultCommand: String?
  /// The exit codes of the program.
  package let exitCodes: [ExitCode]
  /// Additional ways to start the program, with a line of the help for each:
  /// `harbor [--speed <factor>]`.
  package let usages: [String]
  /// The last paragraph of the help.
  package let closingNote: String?

  /// Creates a program.
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

  /// Returns the command with this name.
  ///
  /// - Throws: A mistake with suggestions for a misspelled command.
  package func command(named name: String) throws(CommandMistake) -> CommandSyntax {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw CommandMistake(
      "no command is named '\(name)'\(NameHint.text(for: name, among: commands.map(\.name)))")
  }
}

extension ProgramSyntax {
  /// A command with its arguments.
  package struct Request: Sendable {
    package let command: CommandSyntax
    package let arguments: CommandArguments
  }

  /// Parses a command line, without the name of the program.
  ///
  /// A line without a command uses the default command. `--help` shows the help of the program or,
  /// after a command, the help of the command. `--version` shows the version.
  ///
  /// - Throws: A mistake that describes the invalid word and the reason.
  package func request(in line: [String]) throws(CommandMistake) -> Request {
    var words = line[...]
    switch words.first {
    case "--help", "-h": words = [CommandSyntax.help.name]
    case "--version": words = [CommandSyntax.version.name]
    case let word? where !word.hasPrefix("-"): break
    default: words = [defaultCommand ?? CommandSyntax.help.name] + words
    }
    let command = try command(named: words.removeFirst())
    guard !words.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) })
    else {
      let help = try self.command(named: CommandSyntax.help.name)
      return Request(
        command: help, arguments: try CommandArguments([command.name], of: help))
    }
    return Request(command: command, arguments: try CommandArguments(words, of: command))
  }

  /// Returns a mistake as a sentence, followed by a reference to the help.
  package func explanation(of mistake: CommandMistake) -> String {
    let help = mistake.command.map { "\(name) help \($0)" } ?? "\(name) help"
    return "\(mistake.message)\(mistake.message.hasSuffix("?") ? "" : ".") Try '\(help)'."
  }
}

/// A shell for which there is a completion script.
package enum CompletionShell: String, Sendable, CaseIterable {
  case bash
  case fish
  case zsh
}

extension ProgramSyntax {
  /// Returns the script with which a shell completes the command line of this program.
  package func completions(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .fish: fishCompletions
    case .zsh: zshCompletions
    }
  }
}

extension CommandArguments {
  /// The shell in the arguments of ``CommandSyntax/completions``.
  ///
  /// - Precondition: The command line was parsed with this syntax, which accepts no other words.
  package var completionShell: CompletionShell {
    guard let shell = words.first.flatMap(CompletionShell.init) else {
      preconditionFailure("'completions' takes one of \(CompletionShell.allCases)")
    }
    return shell
  }
}

extension ProgramSyntax {
  /// The help of the program, with all commands and exit codes.
  package var overview: String {
    let usage = defaultCommand == nil ? "<command>" : "[command]"
    let usages = ["\(name) \(usage) [options]"] + usages
    var parts = [
      summary,
      "usage: " + usages.joined(separator: "\n       "),
      "commands:\n" + Self.list(commands.map { ($0.name, $0.summary) }),
      "'\(name) help <command>' and '\(name) <command> --help' describe one command.",
    ]
    if !exitCodes.isEmpty {
      parts.append("exit codes:\n" + Self.list(exitCodes.map { ("\($0.code)", $0.meaning) }))
    }
    if let closingNote { parts.append(closingNote) }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the help of a command, with its parameters and options.
  package func help(for command: CommandSyntax) -> String {
    let usage =
      [name, command.name] + command.parameters.map(\.usage)
      + (command.options.isEmpty ? [] : ["[options]"])
    var parts = [command.summary, "usage: \(usage.joined(separator: " "))"]
    if !command.parameters.isEmpty {
      parts.append("arguments:\n" + Self.list(command.parameters.map { ($0.name, $0.summary) }))
    }
    if !command.options.isEmpty {
      parts.append("options:\n" + Self.list(command.options.map { ($0.usage, $0.summary) }))
    }
    if let discussion = command.discussion { parts.append(Self.wrapped(discussion)) }
    return parts.joined(separator: "\n\n")
  }

  /// Returns a list of names and descriptions, with a line for each.
  private static func list(_ pairs: [(name: String, text: String)]) -> String {
    let width = pairs.map(\.name.count).max() ?? 0
    return pairs.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
    }.joined(separator: "\n")
  }

  /// Returns a text in lines of at most eighty characters.
  ///
  /// Line breaks in it are kept.
  private static func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      for word in paragraph.split(separator: " ") {
        if let line = lines.last, line.count + 1 + word.count <= 80 {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
