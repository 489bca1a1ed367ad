import Foundation
import SectionRegistry
import ToolkitTrace

extension ConsoleCommand {
  /// Reports the state of the process.
  static let status = ConsoleCommand(
    "status", "How the process is: phase, time since the console opened, what there is of what."
  ) { _, session in
    let context = session.console?.context
    let open = session.console.map { ContinuousClock.now - $0.start } ?? .zero
    return [
      "name": .string(context?.name ?? ProcessInfo.processInfo.processName),
      "process": .integer(Int(getpid())),
      "phase": context?.host.phase.map { .string("\($0)") } ?? .null,
      "isShuttingDown": .bool(context?.isShuttingDown ?? false),
      "secondsOpen": .number(open / .seconds(1)),
      "clients": .integer(session.console?.clientCount ?? 0),
      "isTracing": .bool(Trace.isOn),
      "records": .integer(SectionRegistry.records.count),
      "problems": .array(SectionRegistry.problems.map { .string("\($0)") }),
      "tasks": .integer(TaskManager.shared.list.count),
      "routes": .integer(Khala.routes.routes.count),
      "relays": .integer(SharedRelays.keys.count),
    ]
  }

  /// Ends the app in good order.
  static let stop = ConsoleCommand(
    "stop", "Ends the app in good order, as SIGTERM does; needs an app with a host."
  ) { _, session in
    guard let context = session.console?.context else {
      throw BridgeConsoleError(
        .failed,
        """
        the console cannot end this process, because it was opened without its app. Open it \
        with 'Bridge.console(for: context)', or send the process SIGTERM.
        """)
    }
    // Afterwards, as the console ends with the app.
    session.afterResponse { context.shutDown() }
    return ["stopping": true]
  }
}
