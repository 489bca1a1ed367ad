import Synchronization

/// The tasks that each worker of a large run has taken and not begun, from which idle workers
/// steal: a long task must not delay what its worker took with it.
///
/// Without them, each task takes the run's lock once, also while other workers wait for it. With
/// two workers and 100,000 empty tasks, a task that is ready with all others then takes 0.36 to
/// 0.5 µs instead of 0.14 to 0.17, and one of a tree 0.43 to 0.6 instead of 0.18 to 0.3. A chain,
/// in which one task is ready at a time, takes the same. Shares without stealing were rejected: a
/// task that takes a second would delay 31 others by a second while a worker is idle.
///
/// Runs of few tasks have no shares: theirs would be emptied as soon as they are filled.
///
/// - Concurrency: May be used from any thread.
struct WorkerShares: Sendable {
  private final class Share: Sendable {
    /// The next one last.
    let tasks = Mutex<[Int]>([])
  }

  private let shares: [Share]

  /// Makes empty shares, or none if there are too few tasks for that.
  init(of workers: Int, for tasks: Int) {
    shares = tasks > 8 * workers ? (0..<workers).map { _ in Share() } : []
  }

  /// A Boolean value that indicates whether workers have no shares.
  var isEmpty: Bool { shares.isEmpty }

  /// Gives tasks to a worker, the next one last.
  func fill(_ new: some Sequence<Int> & Sendable, of worker: Int) {
    shares[worker - 1].tasks.withLock { $0.append(contentsOf: new) }
  }

  /// Takes the next task of a worker's share.
  func next(for worker: Int) -> Int? {
    shares.isEmpty ? nil : shares[worker - 1].tasks.withLock { $0.popLast() }
  }

  /// Takes all tasks of a worker's share.
  func takeAll(of worker: Int) -> [Int] {
    guard !shares.isEmpty else { return [] }
    return shares[worker - 1].tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
  }

  /// Moves the later half of another worker's share to a worker, and takes the next task of it.
  func steal(for worker: Int) -> Int? {
    for other in shares.indices where other != worker - 1 {
      var stolen = shares[other].tasks.withLock { tasks in
        let half = tasks.prefix((tasks.count + 1) / 2)
        tasks.removeFirst(half.count)
        return Array(half)
      }
      guard let task = stolen.popLast() else { continue }
      fill(stolen, of: worker)
      return task
    }
    return nil
  }
}
