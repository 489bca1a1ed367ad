import HarborContracts

extension Command {
  /// What there is.
  static let help = Command(
    name: "help", summary: "Show what there is, or what a command takes.",
    parameters: [Parameter(name: "command", summary: "The command.", isOptional: true)],
    launch: .none
  ) { invocation in
    guard let name = invocation.arguments.words.first else {
      return invocation.terminal.print(Help.overview)
    }
    guard let command = all.first(where: { $0.name == name }) else {
      throw AppExit.unknownCommand(name)
    }
    invocation.terminal.print(Help.text(of: command))
  }

  /// Which one this is.
  static let version = Command(
    name: "version", summary: "Show the version.", launch: .none
  ) { invocation in
    invocation.terminal.print("\(Harbor.name) 1.0")
  }
}

/// The texts of the help.
enum Help {
  /// All commands.
  static var overview: String {
    """
    A port's operations desk: one app of modules that never import each other.

    usage: harbor [command] [options]
           harbor [--speed <factor>]    the day, as it passes

    commands:
    \(list(Command.all.map { ($0.name, $0.summary) }))

    'harbor help <command>' shows what a command takes; '--help' after it does, too.

    exit codes:
    \(list(exitCodes))

    Colours are for terminals only; NO_COLOR turns them off.
    """
  }

  /// A command, with all that it takes.
  static func text(of command: Command) -> String {
    let usage =
      ["harbor", command.name] + command.parameters.map(\.usage)
      + (command.options.isEmpty ? [] : ["[options]"])
    var parts = [command.summary, "usage: \(usage.joined(separator: " "))"]
    if !command.parameters.isEmpty {
      parts.append("arguments:\n" + list(command.parameters.map { ($0.name, $0.summary) }))
    }
    if !command.options.isEmpty {
      parts.append("options:\n" + list(command.options.map { ($0.usage, $0.summary) }))
    }
    if let discussion = command.discussion { parts.append(wrapped(discussion)) }
    return parts.joined(separator: "\n\n")
  }

  private static let exitCodes = [
    ("0", "It succeeded, or was told to end by SIGTERM."),
    ("1", "It failed, or what was asked for does not exist."),
    ("64", "The command line makes no sense."),
    ("124", "Something missed its deadline when the app ended."),
    ("130", "Ctrl-C ended it."),
  ]

  private static func list(_ pairs: [(String, String)]) -> String {
    let width = pairs.map(\.0.count).max() ?? 0
    return pairs.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
    }.joined(separator: "\n")
  }

  /// A text in lines of at most eighty characters.
  private static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}
