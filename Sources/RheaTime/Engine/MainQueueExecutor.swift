import ProcessLifecycle

/// Keeps code of the main actor on its queue that is written to run anywhere.
///
/// A closure that may run where its caller does becomes one that leaves the
/// caller's actor as soon as it has a capture list, and the type does not tell.
/// With this preference it comes back to the main queue when it does.
final class MainQueueExecutor: TaskExecutor {
  private static let shared = MainQueueExecutor()

  /// Runs a body on the main queue, whatever it is declared to run on.
  @MainActor
  static func run(_ body: nonisolated(nonsending) () async throws -> Void) async rethrows {
    try await withTaskExecutorPreference(shared) { try await body() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    MainQueue.enqueue { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
