extension TaskManager {
  /// Calls a closure for every step of a task, or of all tasks: when one is scheduled,
  /// runs, says how far it has come, and ends.
  ///
  /// ```swift
  /// let watch = TaskManager.shared.watch { change in print(change) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the task, which need not be there yet; all if there is none.
  ///   - body: Runs where the task does, and holds it up meanwhile. It may use the manager.
  /// - Returns: What ends the watch; it does not end by itself.
  /// - Concurrency: May be called from any thread. The steps of one task come in their
  ///   order, those of several at the same time.
  @discardableResult
  public func watch(
    _ name: String? = nil, _ body: @escaping @Sendable (TaskChange) -> Void
  ) -> TaskWatch {
    TaskWatch(number: watchers.add(of: name, body), task: name, manager: self)
  }
}

/// A closure that is called for every step of tasks, until it is cancelled.
///
/// Dropping the value does *not* end the watch.
public struct TaskWatch: Sendable {
  let number: Int
  let task: String?
  weak let manager: TaskManager?

  /// Ends the watch; a call that is under way on another thread finishes.
  public func cancel() {
    manager?.watchers.remove(number, of: task)
  }
}

extension TaskContext {
  /// Says how far the task has come, for those who watch it.
  ///
  /// - Parameter fraction: From 0 to 1; what is beyond counts as the nearest of both, and
  ///   what is no number as 0.
  public func report(progress fraction: Double) {
    guard let manager = surroundings.manager, manager.watchers.areThere else { return }
    let part = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    manager.watchers.tell(TaskChange(task: task, state: .progress(part)))
  }
}
