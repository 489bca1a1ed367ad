import BridgeDashboard
import CommandLineKit
import Foundation
import HarborContracts

/// The telemetry and the dashboard of the service, for operators and their tools.
enum PortTelemetry {
  /// Opens the port for monitors, and starts the export, each if an option requests it.
  ///
  /// - Parameters:
  ///   - invocation: The command, with its options.
  ///   - say: Shows the address of the metrics.
  /// - Returns: The telemetry, or `nil` if no option requests it.
  /// - Throws: A mistake in an option, or the reason why the port or a file cannot be opened.
  static func begin(for invocation: Invocation, say: (String) -> Void) throws -> AppTelemetry? {
    let port = try port(of: invocation)
    let destination = invocation.arguments.value(.telemetry)
    guard port != nil || destination != nil else { return nil }
    do {
      let telemetry = try Bridge.startTelemetry(
        for: invocation.context, port: port, exporting: destination.map(configuration))
      if let export = telemetry.export { exportLog(to: export) }
      if let port = telemetry.port { say("monitors read http://localhost:\(port.number)/metrics") }
      return telemetry
    } catch {
      throw AppExit.failed("\(error)")
    }
  }

  /// Serves the dashboard at the port for monitors, or at any free port.
  static func openDashboard(
    for invocation: Invocation, with telemetry: AppTelemetry?
  ) throws -> Dashboard {
    do {
      let dashboard = try Bridge.startDashboard(
        for: invocation.context, port: telemetry?.port == nil ? 0 : nil,
        access: .tokens(viewer: invocation.arguments.value(.viewerToken)), telemetry: telemetry)
      // The other relays contain names of ships and sums of money.
      dashboard.showValue(of: .time)
      dashboard.showValue(of: .wind)
      dashboard.showValue(of: .freeBerths)
      return dashboard
    } catch {
      throw AppExit.failed("\(error)")
    }
  }

  /// Has calls and messages exported; messages stay where they were, too.
  private static func exportLog(to export: Telemetry) {
    Logs.attach(Logs.preferredSink(), minimumSeverity: .warning)
    Logs.attach(export.logSink)
    Khala.history = LogHistory()
    Khala.isEnabledLog = true
  }

  private static func port(of invocation: Invocation) throws -> UInt16? {
    guard let text = invocation.arguments.value(.port) else { return nil }
    guard let port = UInt16(text) else {
      throw invocation.mistake("'--port' must be a number from 0 to 65535, not '\(text)'")
    }
    return port
  }

  private static func configuration(_ destination: String) throws -> TelemetryConfiguration {
    if destination == "otlp" { return try .environment }
    try FileManager.default.createDirectory(
      atPath: destination, withIntermediateDirectories: true)
    func file(_ name: String) -> TelemetryConfiguration.Destination {
      .file(TelemetryFile(path: "\(destination)/\(name).jsonl"))
    }
    var configuration = TelemetryConfiguration(file("traces"))
    configuration.metrics.destination = file("metrics")
    configuration.logs.destination = file("logs")
    configuration.resource["service.name"] = Harbor.name
    configuration.resource["service.version"] = Harbor.version
    return configuration
  }
}
