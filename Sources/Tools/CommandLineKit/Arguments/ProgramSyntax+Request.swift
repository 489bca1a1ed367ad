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
