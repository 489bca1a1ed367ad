import HarborContracts

/// What the program does with the words that it is started with.
enum CommandLineInterface {
  /// Reads the command line, and does what needs no module.
  ///
  /// A mistake on the command line ends the app here, before any code of a
  /// module has run.
  static func willLaunch(_ context: AppContext) async throws {
    let invocation = try Invocation(context)
    if invocation.command.isTraced { Trace.start(capacity: 1 << 17) }
    guard invocation.command.launch == .none else { return }
    try await invocation.command.run(invocation)
    // The modules need not be launched only to be ended.
    throw AppExit(AppExit.success)
  }

  /// Does what needs the modules.
  static func run(_ context: AppContext) async throws {
    let invocation = try Invocation(context)
    try await invocation.command.run(invocation)
  }
}

extension AppExit {
  /// The exit code of a command line that makes no sense: 64, as `sysexits.h`
  /// has it.
  static let usage: UInt8 = 64

  /// Says that a command line makes no sense, and where to read on.
  static func usage(_ message: String, of command: Command? = nil) -> AppExit {
    let help = command.map { "harbor help \($0.name)" } ?? "harbor help"
    let end = message.hasSuffix("?") ? "" : "."
    return AppExit(usage, "\(message)\(end) Try '\(help)'.")
  }

  /// Says that there is no such command, and which may have been meant.
  static func unknownCommand(_ name: String) -> AppExit {
    let names = Command.all.map(\.name)
    return usage("there is no command '\(name)'\(NearestName.hint(for: name, among: names))")
  }

  /// Says that something did not succeed.
  static func failed(_ message: String) -> AppExit { AppExit(failure, message) }
}
