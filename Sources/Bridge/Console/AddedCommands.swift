import Synchronization

/// The commands that an app has added to its consoles.
///
/// - Concurrency: May be used from any thread.
final class AddedCommands: Sendable {
  private let commands = Mutex<[ConsoleCommand]>([])

  /// The commands, in the order in which they were added.
  var all: [ConsoleCommand] { commands.withLock { $0 } }

  /// Adds a command, unless there is one of its name.
  ///
  /// - Returns: Whether it was added.
  func add(_ command: ConsoleCommand) -> Bool {
    guard !ConsoleCommands.standard.has(command.name) else { return false }
    return commands.withLock { commands in
      guard !commands.contains(where: { $0.name == command.name }) else { return false }
      commands.append(command)
      return true
    }
  }
}
