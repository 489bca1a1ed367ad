import Synchronization
import TaskKit

/// The numbers and durations of the tasks of a manager, by their outcomes.
///
/// Spans of tasks have no outcome, and those of runs have their kind, so that the watch of a
/// manager is what is counted.
///
/// - Concurrency: May be used from any thread.
final class TaskMetrics: Sendable {
  private let ends: MetricCounter
  private let durations: MetricHistogram
  private let now: @Sendable () -> ContinuousClock.Instant

  /// When the tasks began that run, by their names, the earliest first.
  private let running = Mutex<[String: [ContinuousClock.Instant]]>([:])

  /// Makes the metrics.
  ///
  /// - Parameters:
  ///   - registry: The registry that collects them.
  ///   - now: Returns the current instant.
  init(
    in registry: MetricRegistry,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    ends = registry.counter(
      "modularitykit.task.ends", "The tasks that ended, also those that did not begin.",
      unit: "{task}")
    durations = registry.histogram(
      "modularitykit.task.duration", "The time from the begin of a task to its end.")
    self.now = now
    registry.addSource { [weak self] in self?.collect() ?? [] }
  }

  /// Takes note of a step of a task.
  func receive(_ change: TaskChange) {
    switch change.state {
    case .scheduled, .progress: return
    case .running: return running.withLock { $0[change.task, default: []].append(now()) }
    case .done, .failed, .skipped, .cancelled: break
    }
    let labels = ["name": change.task, "outcome": change.state.name]
    ends.add(1, labels)
    if let begin = takeBegin(of: change.task) { durations.record(now() - begin, labels) }
  }

  /// Takes out when a task began.
  ///
  /// Of runs of one task at the same time, the earliest counts as the first to end: the sum of
  /// their durations is right whichever it was.
  private func takeBegin(of task: String) -> ContinuousClock.Instant? {
    running.withLock { running in
      guard let begin = running[task]?.first else { return nil }
      running[task]?.removeFirst()
      if running[task]?.isEmpty == true { running[task] = nil }
      return begin
    }
  }

  private func collect() -> [Metric] {
    let count = running.withLock { $0.values.reduce(0) { $0 + $1.count } }
    return [
      Metric(
        "modularitykit.task.running", "The tasks that run.", unit: "{task}", kind: .gauge,
        points: [.init(value: .number(Double(count)))])
    ]
  }
}
