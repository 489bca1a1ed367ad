import Synchronization

/// What the tasks of a run have returned, by name.
///
/// - Concurrency: May be used from any thread.
final class TaskResults: Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// Notes what a task returned.
  func set(_ value: any Sendable, of task: String) {
    values.withLock { $0[task] = value }
  }

  /// What a task returned, if it has and returned anything.
  func value(of task: String) -> (any Sendable)? {
    values.withLock { $0[task] }
  }
}
