import Synchronization
import TaskKit

/// The numbers and durations of the tasks of a manager, by outcome.
///
/// They are counted with the watch of the manager. Spans cannot be used, because spans of tasks
/// contain no outcome, and spans of runs have the same kind as spans of tasks.
///
/// - Concurrency: Can be used from any thread.
final class TaskMetrics: Sendable {
  private let ends: MetricCounter
  private let durations: MetricHistogram
  private let now: @Sendable () -> ContinuousClock.Instant

  /// The start times of the running tasks by name, with the earliest first.
  private let running = Mutex<[String: [ContinuousClock.Instant]]>([:])

  /// Creates the metrics.
  ///
  /// - Parameters:
  ///   - registry: The registry that collects them.
  ///   - now: Returns the current instant.
  init(
    in registry: MetricRegistry,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    ends = registry.counter(
      "modularitykit.task.ends", "The finished tasks, and tasks that did not start.",
      unit: "{task}")
    durations = registry.histogram(
      "modularitykit.task.duration", "The time from the start of a task to its end.")
    self.now = now
    registry.addSource { [weak self] in self?.collect() ?? [] }
  }

  /// Handles a state change of a task.
  func receive(_ change: TaskChange) {
    switch change.state {
    case .scheduled, .progress: return
    case .running: return running.withLock { $0[change.task, default: []].append(now()) }
    case .succeeded, .failed, .skipped, .cancelled: break
    }
    let labels = ["name": change.task, "outcome": change.state.name]
    ends.add(1, labels)
    if let begin = takeBegin(of: change.task) { durations.record(now() - begin, labels) }
  }

  /// Removes and returns the start time of a task.
  ///
  /// If a task runs several times at once, the earliest run is considered the first to end. The sum
  /// of the durations is correct regardless of this.
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
        "modularitykit.task.running", "The running tasks.", unit: "{task}", kind: .gauge,
        points: [.init(value: .number(Double(count)))])
    ]
  }
}
