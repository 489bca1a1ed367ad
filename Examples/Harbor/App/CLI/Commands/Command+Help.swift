import CommandLineKit

extension Command {
  /// Prints the help.
  static let help = Command(.help, launch: .none) { invocation in
    let harbor = Harbor.syntax
    guard let name = invocation.arguments.words.first else {
      return invocation.terminal.print(harbor.overview)
    }
    invocation.terminal.print(harbor.help(for: try harbor.command(named: name)))
  }

  /// Which one this is.
  static let version = Command(.version, launch: .none) { invocation in
    invocation.terminal.print("\(Harbor.name) \(Harbor.version)")
  }
}

extension Harbor {
  /// The command line.
  static let syntax = ProgramSyntax(
    name: name,
    summary: "A port's operations desk: one app of modules that never import each other.",
    commands: Command.all.map(\.syntax),
    defaultCommand: Command.day.name,
    exitCodes: [
      .init(0, "It succeeded, or was stopped by SIGTERM."),
      .init(1, "It failed, or a name does not exist."),
      .init(64, "The command line is invalid."),
      .init(124, "A shutdown step missed its deadline."),
      .init(130, "It was stopped by Ctrl-C."),
    ],
    usages: ["harbor [--speed <factor>]    the day, as it passes"],
    closingNote: "Colors are for terminals only; NO_COLOR turns them off.")
}
