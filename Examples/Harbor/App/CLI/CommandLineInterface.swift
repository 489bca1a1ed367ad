import CommandLineKit
import HarborContracts

/// Runs the command that the words name with which the program is started.
enum CommandLineInterface {
  /// Reads the command line, and does what needs no module.
  ///
  /// A mistake on the command line ends the app here, before any code of a
  /// module has run.
  static func willLaunch(_ context: AppContext) async throws {
    let isDone = try await withMistakesAsExits {
      let invocation = try Invocation(context)
      if invocation.command.isTraced { Trace.start(capacity: 1 << 17) }
      guard invocation.command.launch == .none else { return false }
      try await invocation.run()
      return true
    }
    // Told to stop, the app has an exit code already.
    guard isDone, !context.isShuttingDown else { return }
    // The modules need not be launched only to be ended.
    throw AppExit.success
  }

  /// Does what needs the modules.
  static func run(_ context: AppContext) async throws {
    try await withMistakesAsExits { try await Invocation(context).run() }
  }

  /// Ends the app with its own exit code because of a command line that makes no
  /// sense: 64, as `sysexits.h` has it.
  private static func withMistakesAsExits<Result>(
    _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let mistake as CommandMistake {
      throw AppExit(64, Harbor.syntax.explanation(of: mistake))
    }
  }
}

extension AppExit {
  /// Says that something did not succeed.
  static func failed(_ message: String) -> AppExit { AppExit(failure.code, message) }
}
