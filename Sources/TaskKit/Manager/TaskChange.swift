import Synchronization

/// A change of a task's state, as reported to watchers.
public struct TaskChange: Sendable {
  /// The state of a task.
  public enum State: Sendable {
    /// The task is part of a starting run, and waits for its turn.
    case scheduled
    /// The task starts.
    case running
    /// The task reports its progress, from 0 to 1.
    case progress(Double)
    /// The task succeeded.
    case succeeded
    /// The task threw an error at each attempt, or took too long.
    indirect case failed(TaskError)
    /// The task did not start, for this reason.
    case skipped(String)
    /// The task was cancelled, or one of its dependencies was.
    case cancelled

    /// The name of the state, without its associated value.
    public var name: String {
      switch self {
      case .scheduled: "scheduled"
      case .running: "running"
      case .progress: "progress"
      case .succeeded: "succeeded"
      case .failed: "failed"
      case .skipped: "skipped"
      case .cancelled: "cancelled"
      }
    }
  }

  /// The task's name.
  public let task: String

  /// The new state of the task.
  public let state: State

  /// Creates a change, for a test of a watcher.
  public init(task: String, state: State) {
    self.task = task
    self.state = state
  }
}

extension TaskChange: CustomStringConvertible {
  /// The name and the state: `RefreshFeed: progress 40%`.
  public var description: String { "\(task): \(state)" }
}

extension TaskChange.State: CustomStringConvertible {
  public var description: String {
    switch self {
    case .progress(let fraction): "progress \(Int((fraction * 100).rounded()))%"
    case .failed(let error): "failed: \(error.message)"
    case .skipped(let reason): "skipped: \(reason)"
    default: name
    }
  }
}

extension TaskChange.State {
  /// Returns the final state for an outcome, where `nil` stands for success.
  static func ended(_ outcome: TaskOutcome?) -> Self {
    switch outcome {
    case nil, .succeeded: .succeeded
    case .failed(let error): .failed(error)
    case .skipped(let reason): .skipped(reason)
    case .cancelled: .cancelled
    }
  }
}

/// The watchers of a manager's tasks, or of one of them.
///
/// - Concurrency: May be used from any thread. Watchers run with no lock held.
final class Watchers: Sendable {
  typealias Body = @Sendable (TaskChange) -> Void

  private struct State: Sendable {
    /// The watchers by the name of their task, with `nil` for watchers of all tasks.
    var bodies: [String?: [(number: Int, body: Body)]] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let hasAny = Atomic(false)

  /// A Boolean value that indicates whether any watcher exists.
  ///
  /// Reading it is one relaxed load, the only cost for a task without watchers.
  var areThere: Bool { hasAny.load(ordering: .relaxed) }

  /// Notifies the watchers of a change.
  @inline(never)
  func tell(_ change: TaskChange) {
    let (own, others) = state.withLock { ($0.bodies[change.task], $0.bodies[nil]) }
    for watcher in own ?? [] { watcher.body(change) }
    for watcher in others ?? [] { watcher.body(change) }
  }

  /// Adds a watcher of one task, or of all tasks.
  ///
  /// - Returns: The number to remove it by.
  func add(of task: String?, _ body: @escaping Body) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.bodies[task, default: []].append((state.lastNumber, body))
      hasAny.store(true, ordering: .relaxed)
      return state.lastNumber
    }
  }

  /// Removes a watcher, and releases it after unlocking.
  func remove(_ number: Int, of task: String?) {
    _ = state.withLock { state in
      guard let index = state.bodies[task]?.firstIndex(where: { $0.number == number }) else {
        return nil as Body?
      }
      let removed = state.bodies[task]?.remove(at: index)
      if state.bodies[task]?.isEmpty == true { state.bodies[task] = nil }
      hasAny.store(!state.bodies.isEmpty, ordering: .relaxed)
      return removed?.body
    }
  }
}

extension TaskManager {
  /// Calls a closure for every change of a task, or of all tasks.
  ///
  /// A task changes when it is scheduled, starts, reports progress, and finishes.
  ///
  /// ```swift
  /// let watch = TaskManager.shared.watch { change in print(change) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the task, which need not exist yet, or `nil` for all tasks.
  ///   - body: Runs on the thread of the task, which waits for it. It may use the manager.
  /// - Returns: A handle to cancel the watch, which otherwise lasts as long as the manager.
  /// - Concurrency: May be called from any thread. Changes of one task arrive in order. Changes of
  ///   different tasks may arrive at the same time.
  @discardableResult
  public func watch(
    _ name: String? = nil, _ body: @escaping @Sendable (TaskChange) -> Void
  ) -> TaskWatch {
    TaskWatch(number: watchers.add(of: name, body), task: name, manager: self)
  }
}

/// A handle to cancel the calls of a watcher.
///
/// Dropping the value does *not* end the watch.
public struct TaskWatch: Sendable {
  let number: Int
  let task: String?
  weak let manager: TaskManager?

  /// Ends the watch.
  ///
  /// A call in progress on another thread finishes.
  public func cancel() {
    manager?.watchers.remove(number, of: task)
  }
}

extension TaskContext {
  /// Reports the task's progress to its watchers.
  ///
  /// - Parameter fraction: The progress, clamped to the range from 0 to 1. NaN counts as 0.
  public func report(progress fraction: Double) {
    guard let manager = surroundings.manager, manager.watchers.areThere else { return }
    let part = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    manager.watchers.tell(TaskChange(task: task, state: .progress(part)))
  }
}
