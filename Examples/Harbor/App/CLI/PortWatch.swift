import CommandLineKit
import HarborContracts
import TaskStore

/// The watch of the port, which is called every five seconds of the real clock, whichever day it
/// is in the simulation.
enum PortWatch {
  /// Begins to call the watch, together with all services that share a store.
  ///
  /// - Parameters:
  ///   - store: The store, as the command line has it.
  ///   - invocation: The command that asks for it.
  ///   - say: Shows the store, and each call.
  /// - Throws: A mistake if there is no such kind of store, or why the store cannot be used.
  static func begin(
    keptIn store: String, for invocation: Invocation, say: @escaping @Sendable (String) -> Void
  ) async throws {
    let manager = TaskManager.shared
    // Short, so that the watch of a service that was killed is taken over soon.
    let lease = Duration.seconds(5)
    let parts = store.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("sqlite", 2): try await manager.use(.sqlite(at: parts[1]), lease: lease)
    case ("postgres", 2): try await manager.use(.postgres(parts[1]), lease: lease)
    default:
      throw invocation.mistake(
        """
        '--store' takes 'sqlite:' and the path of a file, or 'postgres:' and a connection string, \
        and not '\(store)'
        """)
    }
    say(await manager.storeSummary ?? "")
    try manager.scheduleTask(
      name: "CallWatch", on: .every(.seconds(5)), traits: [.durable, .concurrent]
    ) { context in
      guard let fire = context.fire else { return say("the watch is called by hand") }
      let missed = fire.coalesced == 0 ? "" : ", \(fire.coalesced) calls were missed"
      say("the watch is called, number \(fire.number)\(missed)")
    }
  }
}
