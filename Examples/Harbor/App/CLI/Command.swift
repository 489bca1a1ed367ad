import CommandLineKit

/// One thing that the program can do.
struct Command: Sendable {
  /// What is done with the modules before a command runs.
  enum Launch: Sendable {
    /// Nothing: the command does without them.
    case none
    /// They are launched.
    case modules
  }

  /// What it is called and takes.
  let syntax: CommandSyntax
  /// What has to be done before it.
  let launch: Launch
  /// Whether everything that runs from the launch on is recorded.
  let isTraced: Bool
  /// Does it.
  ///
  /// What it throws ends the app; ``AppExit`` with an exit code.
  let run: @Sendable (Invocation) async throws -> Void

  /// Makes a command that does this.
  init(
    _ syntax: CommandSyntax, launch: Launch = .modules, isTraced: Bool = false,
    run: @escaping @Sendable (Invocation) async throws -> Void
  ) {
    self.syntax = syntax
    self.launch = launch
    self.isTraced = isTraced
    self.run = run
  }

  /// The word that asks for it.
  var name: String { syntax.name }
}

extension Command {
  /// All commands, in the order of the help.
  ///
  /// A further one is a line here.
  static let all: [Command] = [
    day, launch, call, trigger, explain,
    routes, events, tasks, relays, schedules, wires, records, problems,
    graph, report, trace, doctor,
    serve, control, completions, help, version,
  ]
}
