import HarborContracts

/// A command, what it was given, and where its answer goes.
struct Invocation: Sendable {
  let context: AppContext
  let command: Command
  let arguments: Arguments
  let terminal: Terminal

  /// Reads the command line of an app.
  ///
  /// Without a command it is the day; `--help` after a command asks for its help.
  ///
  /// - Throws: ``AppExit`` with the code of a wrong usage.
  init(_ context: AppContext) throws {
    self.context = context
    terminal = Terminal(environment: context.environment)
    var words = context.arguments[...]
    switch words.first {
    case "--help", "-h": words = ["help"]
    case "--version": words = ["version"]
    case let name? where !name.hasPrefix("-"): break
    default: words = [Command.day.name] + words
    }
    let name = words.removeFirst()
    guard let command = Command.all.first(where: { $0.name == name }) else {
      throw AppExit.unknownCommand(name)
    }
    let isAboutHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    self.command = isAboutHelp ? .help : command
    arguments = try Arguments(isAboutHelp ? [name] : words, of: self.command)
  }

  /// Whether the answer is to be JSON.
  var isJSON: Bool { arguments.has(.json) }

  /// Shows a table, or the same as JSON.
  func show(_ table: Table, none: String) {
    if isJSON { return show(table.json) }
    guard !table.rows.isEmpty else { return terminal.note(none) }
    terminal.print(table.text(for: terminal))
  }

  /// Shows a value as JSON.
  func show(_ value: ConsoleValue) { terminal.print(value.prettyJSON) }
}
