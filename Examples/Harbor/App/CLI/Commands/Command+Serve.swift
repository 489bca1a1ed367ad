import BridgeDashboard
import CommandLineKit
import HarborContracts

extension Command {
  /// The service.
  static let serve = Command(
    CommandSyntax(
      name: "serve", summary: "Run as a service: one day after the other, with a console open.",
      options: [.speed, .socket, .store, .port, .viewerToken, .telemetry],
      discussion: """
        'harbor ctl' looks into it and stops it, as SIGTERM and Ctrl-C do. Unless '--speed' says \
        otherwise, the days pass slowly, at a tenth of the usual speed. With '--store' it also \
        calls the watch every five seconds of the real clock. Services that share the store call \
        it once, and 'harbor ctl ledger' knows who did, also after a kill.

        The address of the dashboard is printed. It contains a token, so keep it to yourself, and \
        give others the address for viewers.

        Monitors read metrics and health at the '--port'. With '--telemetry', spans, metrics and \
        the log are written for the tools of OpenTelemetry.
        """)
  ) { invocation in
    let context = invocation.context
    let terminal = invocation.terminal
    if let store = invocation.arguments.value(.store) {
      try await PortWatch.begin(keptIn: store, for: invocation) { terminal.print($0) }
    }
    let telemetry = try PortTelemetry.begin(for: invocation) { terminal.print($0) }
    let console: BridgeConsole
    do {
      console = try Bridge.openConsole(at: invocation.arguments.value(.socket), for: context)
    } catch {
      throw AppExit.failed("\(error)")
    }
    terminal.print("harbor serves at \(console.path)")
    let dashboard = try PortTelemetry.openDashboard(for: invocation, with: telemetry)
    terminal.print("open \(dashboard.signInAddress)")
    terminal.print("viewers open \(dashboard.signInAddress(of: .viewer))")
    var number = 0
    while !context.isShuttingDown {
      number += 1
      let day = number
      context.showStatus("day \(day)")
      // A span of its own: who watches sees what belongs to which day.
      let summary = try await Trace.span("day \(day)", kind: "day", module: "Harbor") {
        try await invocation.runDay(speed: 0.1) { moment in
          terminal.print(moment.line(on: terminal))
          terminal.show(progress: moment.fraction, "day \(day), \(moment.time)")
          context.showStatus("day \(day), \(moment.time)")
        }
      }
      guard summary.isComplete else { return }
      for line in summary.lines { terminal.print("day \(day): \(line)") }
      // A night.
      try await Task.sleep(for: .seconds(1))
    }
  }
}
