import RecordFormat
import TaskKit

extension Bridge {
  /// Provides the metrics, health, spans and log of an app to monitoring tools.
  ///
  /// ```swift
  /// func didLaunch(_ context: AppContext) async throws {
  ///   try Bridge.startTelemetry(for: context, port: 9464, exporting: .environment)
  /// }
  /// ```
  ///
  /// The console of the app gets the command `metrics`. With a port, monitors on this machine can
  /// read `/metrics`, `/livez` and `/readyz`. With export settings, spans and metrics are sent to a
  /// collector or written to files. When the app shuts down, the remaining data is exported.
  ///
  /// Call this function once in an app, at an early time, because it only counts later events.
  ///
  /// - Parameters:
  ///   - context: The app.
  ///   - port: The port of the loopback interface, or 0 for any free port. By default, no port is
  ///     opened.
  ///   - configuration: The export settings. By default, nothing is exported.
  ///   - metrics: The registry, if the app already has one.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The registry for the app's own metrics, the port, and the export.
  /// - Throws: ``MonitorPortError`` if the port cannot be opened, `TelemetryError` if a file of the
  ///   export cannot be opened.
  @discardableResult
  public static func startTelemetry(
    for context: AppContext, port: UInt16? = nil,
    exporting configuration: TelemetryConfiguration? = nil,
    metrics: MetricRegistry = MetricRegistry(), fileID: String = #fileID, line: Int = #line
  ) throws -> AppTelemetry {
    let export = try configuration.map { try Telemetry($0, metrics: { await metrics.collect() }) }
    let pages = MonitorPages(
      metrics: { await metrics.collect() }, health: { await context.health() })
    let opened = try port.map { number in
      try MonitorPort(number, pages: pages, at: CodeLocation(fileID: fileID, line: line))
    }
    let telemetry = AppTelemetry(
      metrics: metrics, port: opened, pages: pages, export: export, manager: TaskManager.shared,
      health: { await context.health() })
    context.onCommand("metrics", "Shows the metrics of the app in the format of Prometheus.") { _ in
      .string(PrometheusText.text(of: await metrics.collect()))
    }
    // This is longer than the export waits for its collector, so that the export can report the
    // lost data.
    context.onShutdown("telemetry", deadline: .seconds(12), fileID: fileID, line: line) {
      await telemetry.close()
    }
    return telemetry
  }
}
