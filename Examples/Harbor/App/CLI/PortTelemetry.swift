import BridgeTelemetry
import CommandLineKit
import Foundation
import HarborContracts

/// The telemetry of the service, for the tools of operators.
enum PortTelemetry {
  /// Opens the port for monitors, and begins to export, each if it is asked for.
  ///
  /// - Parameters:
  ///   - invocation: The command, with its options.
  ///   - say: Shows where the port is.
  /// - Throws: A mistake if an option makes no sense, or why the port or a file cannot be opened.
  static func begin(for invocation: Invocation, say: (String) -> Void) throws {
    let port = try port(of: invocation)
    let destination = invocation.arguments.value(.telemetry)
    guard port != nil || destination != nil else { return }
    do {
      let telemetry = try Bridge.startTelemetry(
        for: invocation.context, port: port, exporting: destination.map(configuration))
      if let export = telemetry.export { exportLog(to: export) }
      if let port = telemetry.port { say("monitors read http://localhost:\(port.number)/metrics") }
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
