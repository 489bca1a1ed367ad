import TaskPlanning

/// A forecast of a run with another number of workers.
public struct TaskRunForecast: Sendable, Hashable {
  /// The number of workers beside the main actor.
  public let workers: Int

  /// The duration of the run.
  public let duration: Duration

  /// The shortest duration that any order of the tasks could reach.
  public let lowerBound: Duration

  /// The fraction of their time that the workers would work, from 0 to 1.
  public let utilisation: Double
}

extension TaskRunReport {
  /// Runs the tasks again in thought, each as long as it took, with this many
  /// workers beside the main actor.
  ///
  /// The order is the one that the manager would choose now that it knows how long
  /// they take. Switching between tasks takes no time in thought.
  ///
  /// - Parameter workers: At least one.
  /// - Returns: What it would be like.
  /// - Complexity: O((*n* + *e*) · log *n*) for *n* tasks and *e* dependencies.
  public func whatIf(workers: Int) -> TaskRunForecast {
    precondition(workers > 0, "A run needs a worker: ask for one at least.")
    let suspended = suspended
    // Those beyond the number of tasks would never work.
    let useful = min(workers, max(1, plan.order.count))
    let forecast = TaskForecast(plan, weights: weights, workers: useful, suspended: suspended)
    return TaskRunForecast(
      workers: workers, duration: .nanoseconds(forecast.makespan),
      lowerBound: .nanoseconds(weights.lowerBound(workers: workers, suspended: suspended)),
      utilisation: forecast.utilisation * Double(useful) / Double(workers))
  }
}

extension TaskRunForecast: CustomStringConvertible {
  /// For example `4 workers: 12.3 ms, at least 10 ms, 71 % busy`.
  public var description: String {
    let name = workers == 1 ? "1 worker" : "\(workers) workers"
    let busy = Int((utilisation * 100).rounded())
    return "\(name): \(duration.readable), at least \(lowerBound.readable), \(busy) % busy"
  }
}
