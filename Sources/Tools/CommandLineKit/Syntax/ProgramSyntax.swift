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

extension ProgramSyntax {
  /// A command, and what it is given.
  package struct Request: Sendable {
    package let command: CommandSyntax
    package let arguments: CommandArguments
  }

  /// Reads a command line, without the name of the program.
  ///
  /// A line without a command is for the default one. `--help` asks for the help,
  /// after a command for that of the command; `--version` asks for the version.
  ///
  /// - Throws: A mistake that says which word makes no sense, and why.
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

  /// A mistake as a sentence, and where to read on.
  package func explanation(of mistake: CommandMistake) -> String {
    let help = mistake.command.map { "\(name) help \($0)" } ?? "\(name) help"
    return "\(mistake.message)\(mistake.message.hasSuffix("?") ? "" : ".") Try '\(help)'."
  }
}

/// A shell that completes command lines with a script of ours.
package enum CompletionShell: String, Sendable, CaseIterable {
  case bash
  case fish
  case zsh
}

extension ProgramSyntax {
  /// Returns the script that has a shell complete the command line of this program.
  package func completions(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .fish: fishCompletions
    case .zsh: zshCompletions
    }
  }
}

extension CommandArguments {
  /// The shell that ``CommandSyntax/completions`` was asked for.
  ///
  /// - Precondition: The command line was read with that syntax, which takes no other word.
  package var completionShell: CompletionShell {
    guard let shell = words.first.flatMap(CompletionShell.init) else {
      preconditionFailure("'completions' takes one of \(CompletionShell.allCases)")
    }
    return shell
  }
}

extension ProgramSyntax {
  /// The help of the program: all commands and exit codes.
  package var overview: String {
    let usage = defaultCommand == nil ? "<command>" : "[command]"
    let usages = ["\(name) \(usage) [options]"] + usages
    var parts = [
      summary,
      "usage: " + usages.joined(separator: "\n       "),
      "commands:\n" + Self.list(commands.map { ($0.name, $0.summary) }),
      "'\(name) help <command>' shows what a command takes; '--help' after it does, too.",
    ]
    if !exitCodes.isEmpty {
      parts.append("exit codes:\n" + Self.list(exitCodes.map { ("\($0.code)", $0.meaning) }))
    }
    if let closingNote { parts.append(closingNote) }
    return parts.joined(separator: "\n\n")
  }

  /// The help of a command, with all that it takes.
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

  /// Names and what they are, one below the other.
  private static func list(_ pairs: [(name: String, text: String)]) -> String {
    let width = pairs.map(\.name.count).max() ?? 0
    return pairs.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
    }.joined(separator: "\n")
  }

  /// A text in lines of at most eighty characters; a line break in it stays one.
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
