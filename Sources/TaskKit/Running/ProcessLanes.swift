import Dispatch
import Foundation
import ProcessLifecycle
import Synchronization

/// The lanes of the process.
struct ProcessLanes: Lanes {
  let workerCount: Int
  let isStepwise = false
  private let queues = WorkerQueues()

  init(workerCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.workerCount = max(1, workerCount)
  }

  var isOnMain: Bool { ProcessLifecycle.isOnMain }

  func onMain(_ work: @escaping @Sendable () -> Void) {
    Task.detached { @MainActor in work() }
  }

  func onWorker(_ work: @escaping @Sendable () -> Void) {
    queues.run(work)
  }

  // Not by way of a function, which would be wrapped twice.
  func start(_ task: SuspendingTask) -> StartedTask {
    StartedTask.detached { await task.run() }
  }

  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> StartedTask {
    StartedTask.detached(operation: work)
  }
}

/// Threads for work that may block, apart from those on which Swift's tasks run.
///
/// A queue for each piece of work that goes on: a serial queue gets a thread of its own,
/// whereas what blocks on a concurrent one takes its place from Swift's tasks, which on
/// Linux come from the same few threads.
private final class WorkerQueues: Sendable {
  /// The queues that have nothing to do, the last one used last.
  private let idle = Mutex<[DispatchQueue]>([])

  /// Runs work on a thread, soon.
  func run(_ work: @escaping @Sendable () -> Void) {
    let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "TaskKit.worker")
    queue.async { [self] in
      work()
      idle.withLock { $0.append(queue) }
    }
  }
}
