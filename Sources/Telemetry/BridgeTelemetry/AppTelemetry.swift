import Synchronization
import TaskKit

/// The telemetry of an app, made by `Bridge.telemetry(for:port:exporting:metrics:)`.
///
/// - Concurrency: May be used from any thread.
public final class AppTelemetry: Sendable {
  /// The metrics of the app; add those of its own here.
  public let metrics: MetricRegistry

  /// The port for monitors, or `nil` if none was asked for.
  public let port: MonitorPort?

  /// The export to a collector or to files, or `nil` if none was asked for.
  public let export: Telemetry?

  private let tasks: TaskMetrics
  private let watch: TaskWatch

  init(
    metrics: MetricRegistry, port: MonitorPort?, export: Telemetry?, manager: TaskManager,
    health: @escaping @Sendable () async -> AppHealth
  ) {
    self.metrics = metrics
    self.port = port
    self.export = export
    let tasks = TaskMetrics(in: metrics)
    let schedules = ScheduleMetrics(in: metrics)
    self.tasks = tasks
    watch = manager.watch { tasks.receive($0) }
    metrics.addSource { schedules.collect(manager) }
    metrics.addSource { await StoreMetrics.collect(manager) }
    metrics.addSource { AppMetrics.declarations() + AppMetrics.health(await health()) }
    // The watch has what spans of tasks have not: the outcome.
    metrics.start(except: [.task])
    export?.start()
  }

  /// Closes the port, exports what is left, and counts no more.
  func close() async {
    port?.close()
    // Collects the metrics once more.
    await export?.shutdown()
    watch.cancel()
    metrics.stop()
  }
}
