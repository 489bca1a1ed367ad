import RecordFormat
import TaskKit

extension Bridge {
  /// Lets monitors see an app: its metrics and its health.
  ///
  /// ```swift
  /// func didLaunch(_ context: AppContext) async throws {
  ///   try Bridge.telemetry(for: context, port: 9464)
  /// }
  /// ```
  ///
  /// The console of the app gets the command `metrics`. With a port, monitors of this machine
  /// read `/metrics`, `/livez` and `/readyz` there. All ends with the app.
  ///
  /// Call it once in an app, and early: it counts what happens from then on.
  ///
  /// - Parameters:
  ///   - context: The app.
  ///   - port: The port of the loopback interface, or 0 for one that is free; without one, nothing
  ///     is opened.
  ///   - metrics: The registry, for an app that has one already.
  ///   - health: Returns the health. By default, an app is ready until it begins to shut down.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: The registry for metrics of the app's own, and the port.
  /// - Throws: ``MonitorPortError`` if the port cannot be opened.
  @discardableResult
  public static func telemetry(
    for context: AppContext, port: UInt16? = nil, metrics: MetricRegistry = MetricRegistry(),
    health: (@Sendable () async -> AppHealth)? = nil, fileID: String = #fileID, line: Int = #line
  ) throws(MonitorPortError) -> AppTelemetry {
    let health = health ?? { AppHealth(duringShutdownOf: context) }
    var opened: MonitorPort?
    if let port {
      opened = try MonitorPort(
        port, pages: MonitorPages(metrics: { await metrics.collect() }, health: health),
        at: CodeLocation(fileID: fileID, line: line))
    }
    let telemetry = AppTelemetry(
      metrics: metrics, port: opened, manager: TaskManager.shared, health: health)
    context.onCommand("metrics", "Shows the metrics of the app, as Prometheus reads them.") { _ in
      .string(PrometheusText.text(of: await metrics.collect()))
    }
    context.onShutdown("telemetry", fileID: fileID, line: line) { telemetry.close() }
    return telemetry
  }
}

extension AppHealth {
  /// Makes the health of an app that has no checks of its own.
  fileprivate init(duringShutdownOf context: AppContext) {
    let failure = context.isShuttingDown ? "the app is shutting down" : nil
    self.init(liveness: [], readiness: [Check("shutdown", failure: failure)])
  }
}
