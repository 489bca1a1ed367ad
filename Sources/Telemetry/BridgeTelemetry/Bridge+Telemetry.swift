import RecordFormat
import TaskKit

extension Bridge {
  /// Lets the tools of operators see an app: its metrics, its health, its spans and its log.
  ///
  /// ```swift
  /// func didLaunch(_ context: AppContext) async throws {
  ///   try Bridge.startTelemetry(for: context, port: 9464, exporting: .environment)
  /// }
  /// ```
  ///
  /// The console of the app gets the command `metrics`. With a port, monitors of this machine
  /// read `/metrics`, `/livez` and `/readyz` there. With settings of an export, spans and metrics
  /// go to a collector or to files; what has not arrived is exported when the app shuts down.
  ///
  /// Call it once in an app, and early: it counts what happens from then on.
  ///
  /// - Parameters:
  ///   - context: The app.
  ///   - port: The port of the loopback interface, or 0 for one that is free; without one, nothing
  ///     is opened.
  ///   - configuration: The settings of the export; without them, nothing is exported.
  ///   - metrics: The registry, for an app that has one already.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: The registry for metrics of the app's own, the port, and the export.
  /// - Throws: ``MonitorPortError`` if the port cannot be opened, `TelemetryError` if a file of
  ///   the export cannot.
  @discardableResult
  public static func startTelemetry(
    for context: AppContext, port: UInt16? = nil,
    exporting configuration: TelemetryConfiguration? = nil,
    metrics: MetricRegistry = MetricRegistry(), fileID: String = #fileID, line: Int = #line
  ) throws -> AppTelemetry {
    let export = try configuration.map { try Telemetry($0, metrics: { await metrics.collect() }) }
    let opened = try port.map { number in
      try MonitorPort(
        number,
        pages: MonitorPages(
          metrics: { await metrics.collect() }, health: { await context.health() }),
        at: CodeLocation(fileID: fileID, line: line))
    }
    let telemetry = AppTelemetry(
      metrics: metrics, port: opened, export: export, manager: TaskManager.shared,
      health: { await context.health() })
    context.onCommand("metrics", "Shows the metrics of the app, as Prometheus reads them.") { _ in
      .string(PrometheusText.text(of: await metrics.collect()))
    }
    // Longer than the export waits for its collector, so that the export says what is lost.
    context.onShutdown("telemetry", deadline: .seconds(12), fileID: fileID, line: line) {
      await telemetry.close()
    }
    return telemetry
  }
}
