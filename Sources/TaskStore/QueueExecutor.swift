import Dispatch

/// Runs the jobs of an actor on a queue of its own.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(_ label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
