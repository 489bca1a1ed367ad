import CommandLineKit

/// One thing that the program can do.
struct Command: Sendable {
  /// The preparation of the modules before a command runs.
  enum Launch: Sendable {
    /// Nothing: the command does without them.
    case none
    /// They are launched.
    case modules
  }

  /// The name of the command, its parameters and options.
  let syntax: CommandSyntax
  /// The preparation before it runs.
  let launch: Launch
  /// A Boolean value that indicates whether everything from the launch on is recorded.
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
    serve, control, jobs, completions, help, version,
  ]
}
