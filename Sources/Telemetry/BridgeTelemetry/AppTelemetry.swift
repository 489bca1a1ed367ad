import Bridge
import SectionRegistry
import Synchronization
import TaskKit
import TaskStore

/// The telemetry of an app, made by `Bridge.startTelemetry(for:port:exporting:metrics:)`.
///
/// - Concurrency: May be used from any thread.
public final class AppTelemetry: Sendable {
  /// The metrics of the app.
  ///
  /// You can add your own metrics here.
  public let metrics: MetricRegistry

  /// The port for monitors, or `nil` if none was requested.
  public let port: MonitorPort?

  /// The export to a collector or to files, or `nil` if none was requested.
  public let export: Telemetry?

  /// The pages for monitors.
  package let pages: any PortPages

  private let tasks: TaskMetrics
  private let watch: TaskWatch

  init(
    metrics: MetricRegistry, port: MonitorPort?, pages: any PortPages, export: Telemetry?,
    manager: TaskManager, health: @escaping @Sendable () async -> AppHealth
  ) {
    self.metrics = metrics
    self.port = port
    self.pages = pages
    self.export = export
    let tasks = TaskMetrics(in: metrics)
    let schedules = ScheduleMetrics(in: metrics)
    self.tasks = tasks
    watch = manager.watch { tasks.receive($0) }
    metrics.addSource { schedules.collect(manager) }
    metrics.addSource { await StoreMetrics.collect(manager) }
    metrics.addSource { AppMetrics.declarations() + AppMetrics.health(await health()) }
    // The watch is used for tasks, because their spans do not contain the outcome.
    metrics.start(except: [.task])
    export?.start()
  }

  /// Closes the port, exports the remaining data, and stops counting.
  func close() async {
    port?.close()
    // This collects the metrics once more.
    await export?.shutdown()
    watch.cancel()
    metrics.stop()
  }
}

/// The health of an app, and the problems of its declarations.
enum AppMetrics {
  /// Returns the metrics of the health.
  static func health(_ health: AppHealth) -> [Metric] {
    let points = health.liveness.map { ("live", $0) } + health.readiness.map { ("ready", $0) }
    return [
      flag("modularitykit.app.live", "Whether the app is live: 1 or 0.", health.isLive),
      flag("modularitykit.app.ready", "Whether the app is ready: 1 or 0.", health.isReady),
      Metric(
        "modularitykit.app.check", "Whether a health check of the app passes: 1 or 0.",
        kind: .gauge,
        points: points.map { purpose, check in
          .init(
            labels: ["check": check.name, "for": purpose],
            value: .number(check.failure == nil ? 1 : 0))
        }),
    ]
  }

  /// Returns the numbers of declarations in the process and of their problems.
  static func declarations() -> [Metric] {
    let problems = Dictionary(grouping: SectionRegistry.problems, by: \.severity)
    return [
      Metric(
        "modularitykit.declarations", "The declarations that the process has found.",
        unit: "{declaration}", kind: .gauge,
        points: [.init(value: .number(Double(SectionRegistry.records.count)))]),
      Metric(
        "modularitykit.problems", "The problems of declarations, by their severity.",
        unit: "{problem}", kind: .gauge,
        points: ModuleProblem.Severity.allCases.map {
          .init(
            labels: ["severity": $0.rawValue], value: .number(Double(problems[$0]?.count ?? 0)))
        }),
    ]
  }

  private static func flag(_ name: String, _ summary: String, _ value: Bool) -> Metric {
    Metric(name, summary, kind: .gauge, points: [.init(value: .number(value ? 1 : 0))])
  }
}

/// The metrics of the jobs in the store of a manager.
enum StoreMetrics {
  /// Returns the metrics.
  ///
  /// They are empty if the manager has no store of jobs.
  ///
  /// If the store fails, the metric `modularitykit.store.up` is 0.
  static func collect(_ manager: TaskManager) async -> [Metric] {
    do {
      let statistics = try await manager.jobs.statistics(limit: 100)
      let events = try await EventsOverview(of: manager.jobs, limit: 1_000)
      return [
        up(1), jobs(statistics.queues), paused(statistics.queues), publications(events),
        heldKeys(events),
      ]
    } catch let error as TaskStoreError where error.code == .noJobs {
      return []
    } catch {
      return [up(0)]
    }
  }

  private static func up(_ value: Double) -> Metric {
    Metric(
      "modularitykit.store.up", "Whether the store of jobs has answered: 1 or 0.", kind: .gauge,
      points: [.init(value: .number(value))])
  }

  private static func jobs(_ queues: [JobStatistics.Queue]) -> Metric {
    let points = queues.flatMap { queue in
      JobRecord.State.all.map { state in
        Metric.Point(
          labels: ["queue": queue.name, "state": state.rawValue],
          value: .number(Double(queue.numbers.count(state))))
      }
    }
    return Metric(
      "modularitykit.queue.jobs", "The jobs in the store, of all processes, by their state.",
      unit: "{job}", kind: .gauge, points: points)
  }

  /// The jobs of published events among the latest thousand open and failed jobs.
  private static func publications(_ events: EventsOverview) -> Metric {
    Metric(
      "modularitykit.event.publications",
      "The publications whose listener has not ended or has failed.", unit: "{publication}",
      kind: .gauge,
      points: events.listeners.flatMap { listener in
        [("open", listener.open), ("failed", listener.failed)].map { state, count in
          .init(
            labels: ["event": listener.event, "job": listener.job, "state": state],
            value: .number(Double(count)))
        }
      })
  }

  private static func heldKeys(_ events: EventsOverview) -> Metric {
    let counts = Dictionary(events.heldKeys.map { ($0.job, 1) }, uniquingKeysWith: +)
    return Metric(
      "modularitykit.order.held", "The order keys that a failing job holds, by its name.",
      unit: "{key}", kind: .gauge,
      points: counts.sorted { $0.key < $1.key }.map { job, count in
        .init(labels: ["job": job], value: .number(Double(count)))
      })
  }

  private static func paused(_ queues: [JobStatistics.Queue]) -> Metric {
    Metric(
      "modularitykit.queue.paused", "Whether no process may claim the jobs of a queue: 1 or 0.",
      kind: .gauge,
      points: queues.map {
        .init(labels: ["queue": $0.name], value: .number($0.isPaused ? 1 : 0))
      })
  }
}
