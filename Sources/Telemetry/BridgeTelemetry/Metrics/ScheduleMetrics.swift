import Foundation
import Synchronization
import TaskKit

/// The fire times of a manager's schedules, and the delays of their runs.
///
/// - Concurrency: Can be used from any thread.
final class ScheduleMetrics: Sendable {
  private let lateness: MetricHistogram

  /// The number of runs of each task at the last collection of metrics.
  private let seen = Mutex<[String: Int]>([:])

  /// Creates the metrics.
  init(in registry: MetricRegistry) {
    lateness = registry.histogram(
      "modularitykit.schedule.lateness", "The time from the fire time of a task to its start.")
  }

  /// Returns the metrics of a manager, and records the delays of the latest runs.
  func collect(_ manager: TaskManager) -> [Metric] {
    let ledger = manager.ledger
    record(ledger)
    return [Self.due(ledger), Self.next(manager)]
  }

  /// Records the runs since the last collection that are in the ledger, which contains the latest
  /// thousand entries.
  private func record(_ ledger: TaskLedger) {
    let runs = ledger.totals.mapValues(\.ran)
    let before = seen.withLock { seen in
      defer { seen = runs }
      return seen
    }
    // If a task was removed long ago, the totals of a new task with the same name start again.
    var left = runs.merging(before.filter { runs[$0.key] != nil }) { now, before in
      now < before ? now : now - before
    }
    for entry in ledger.entries.reversed() {
      guard case .ran(let late) = entry.fate, let count = left[entry.task], count > 0 else {
        continue
      }
      left[entry.task] = count - entry.count
      lateness.record(late, ["name": entry.task])
    }
  }

  private static func due(_ ledger: TaskLedger) -> Metric {
    var points: [Metric.Point] = []
    for (task, totals) in ledger.totals.sorted(by: { $0.key < $1.key }) {
      var counts = totals.missed.map { ($0.key.rawValue, $0.value) }
      counts.append(("ran", totals.ran))
      points += counts.sorted { $0.0 < $1.0 }.map { outcome, count in
        .init(labels: ["name": task, "outcome": outcome], value: .number(Double(count)))
      }
    }
    return Metric(
      "modularitykit.schedule.due", "The past fires, by their outcome.",
      unit: "{time}", kind: .counter, points: points)
  }

  private static func next(_ manager: TaskManager) -> Metric {
    Metric(
      "modularitykit.schedule.next.time", "The next fire time of a task, since 1970.", unit: "s",
      kind: .gauge,
      points: manager.list.compactMap { task in
        task.nextFireTime.map {
          .init(labels: ["name": task.name], value: .number($0.timeIntervalSince1970))
        }
      })
  }
}
