import Synchronization

/// A worker's queue, from which idle workers steal: a long task must not delay what its
/// worker took with it.
///
/// - Concurrency: May be used from any thread.
final class WorkerShare: Sendable {
  /// The next one last.
  private let tasks = Mutex<[Int]>([])

  /// Puts tasks in, the next one last, where there are none.
  func fill(_ new: some Sequence<Int> & Sendable) {
    tasks.withLock { $0.append(contentsOf: new) }
  }

  /// Takes the next one.
  func next() -> Int? {
    tasks.withLock { $0.popLast() }
  }

  /// Takes all of them.
  func takeAll() -> [Int] {
    tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
  }

  /// Takes the later half for another worker, the next one last.
  func laterHalf() -> [Int] {
    tasks.withLock { tasks in
      let half = tasks.prefix((tasks.count + 1) / 2)
      tasks.removeFirst(half.count)
      return Array(half)
    }
  }
}
