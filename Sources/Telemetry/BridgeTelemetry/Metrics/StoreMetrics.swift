import TaskKit
import TaskStore

/// The jobs in the store of a manager.
enum StoreMetrics {
  /// Returns the metrics, or none if there is no store of jobs.
  ///
  /// A store that fails is a metric: `modularitykit.store.up` is 0.
  static func collect(_ manager: TaskManager) async -> [Metric] {
    do {
      let statistics = try await manager.jobs.statistics(limit: 100)
      return [up(1), jobs(statistics.queues), paused(statistics.queues)]
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

  private static func paused(_ queues: [JobStatistics.Queue]) -> Metric {
    Metric(
      "modularitykit.queue.paused", "Whether no process may claim the jobs of a queue: 1 or 0.",
      kind: .gauge,
      points: queues.map {
        .init(labels: ["queue": $0.name], value: .number($0.isPaused ? 1 : 0))
      })
  }
}
