import CommandLineKit
import HarborContracts

/// A command, what it was given, and where its answer goes.
struct Invocation: Sendable {
  /// The app that it is given to.
  let context: AppContext
  /// The command to run.
  let command: Command
  /// With what.
  let arguments: CommandArguments
  /// The terminal for the answer.
  let terminal: Terminal

  /// Reads the command line of an app.
  ///
  /// - Throws: A mistake that says which word makes no sense, and why.
  init(_ context: AppContext) throws(CommandMistake) {
    let request = try Harbor.syntax.request(in: context.arguments)
    guard let command = Command.all.first(where: { $0.name == request.command.name }) else {
      preconditionFailure("what Harbor.syntax knows are the commands in Command.all")
    }
    self.context = context
    self.command = command
    arguments = request.arguments
    terminal = Terminal(environment: context.environment)
  }

  /// Does what the command does.
  func run() async throws {
    try await command.run(self)
    if let failure = terminal.failure {
      throw AppExit.failed("the answer cannot be written: \(failure)")
    }
  }

  /// A Boolean value that indicates whether the answer is to be JSON.
  var isJSON: Bool { arguments.has(.json) }

  /// Shows a table, or the same as JSON.
  func show(_ table: Table, none: String) {
    if isJSON { return show(table.json) }
    guard !table.rows.isEmpty else { return terminal.note(none) }
    terminal.print(table.text(for: terminal))
  }

  /// Shows a value as JSON.
  func show(_ value: ConsoleValue) { terminal.print(value.prettyJSON) }

  /// Says that what the command was given makes no sense.
  func mistake(_ message: String) -> CommandMistake {
    CommandMistake(message, of: command.name)
  }
}
