import Dispatch
import Foundation
import ProcessLifecycle

/// The lanes of the process.
struct ProcessLanes: TaskLanes {
  let workerCount: Int
  let isStepwise = false
  private let queue = DispatchQueue(label: "TaskKit.workers", attributes: .concurrent)

  init(workerCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.workerCount = max(1, workerCount)
  }

  var isOnMain: Bool { ProcessLifecycle.isOnMain }

  func onMain(_ work: @escaping @Sendable () -> Void) {
    Task.detached { @MainActor in work() }
  }

  func onWorker(_ work: @escaping @Sendable () -> Void) {
    queue.async { work() }
  }

  // Not by way of a function, which would be wrapped twice.
  func start(_ task: SuspendingTask) -> Task<Void, Never> {
    Task.detached { await task.run() }
  }

  func start(_ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
    Task.detached(operation: work)
  }
}
