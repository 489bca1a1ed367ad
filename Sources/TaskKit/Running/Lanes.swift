/// The executors on which tasks run: the main actor, workers, and Swift's own tasks.
///
/// The process has real ones, and a test those that a seed decides about.
protocol Lanes: Sendable {
  /// The number of workers.
  var workerCount: Int { get }

  /// A Boolean value that indicates whether the calling code may run what belongs to
  /// the main actor.
  var isOnMain: Bool { get }

  /// A Boolean value that indicates whether a lane asks again after each task, so that
  /// something else may run in between.
  var isStepwise: Bool { get }

  /// Runs work on the main actor, soon.
  func onMain(_ work: @escaping @Sendable () -> Void)

  /// Runs work on a worker, soon.
  func onWorker(_ work: @escaping @Sendable () -> Void)

  /// Starts a task that may suspend. It inherits nothing from the caller, who only
  /// happens to be the one who ended what it had waited for.
  func start(_ task: SuspendingTask) -> StartedTask

  /// Starts other work that may suspend.
  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask
}

/// A Swift task that a run has started.
///
/// None throws. But where the type says so, the library wraps the function of each once more,
/// which costs an allocation.
typealias StartedTask = Task<Void, any Error>
