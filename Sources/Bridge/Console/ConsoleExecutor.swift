import Dispatch

/// Runs what one client asks for on a queue of its own.
///
/// A route that blocks then holds up its client only, and not the threads on which all
/// tasks of the process run.
final class ConsoleExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "Bridge.console.requests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
