import Synchronization

/// A step in the life of a task, as its watchers get it.
public struct TaskChange: Sendable {
  /// The state of a task.
  public enum State: Sendable {
    /// It is part of a run that begins, and waits for its turn.
    case scheduled
    /// It begins.
    case running
    /// It says how far it has come, from 0 to 1.
    case progress(Double)
    /// It did what it does.
    case done
    /// It threw an error each time it was tried, or took too long.
    indirect case failed(TaskError)
    /// It did not begin, for this reason.
    case skipped(String)
    /// It was cancelled, or one of its dependencies was.
    case cancelled

    /// The word for it, without what comes with it.
    public var name: String {
      switch self {
      case .scheduled: "scheduled"
      case .running: "running"
      case .progress: "progress"
      case .done: "done"
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

  /// Describes a step, for a test of what a watcher does.
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
  /// Returns the state that a task ends in; `nil` stands for success.
  static func ended(_ outcome: TaskOutcome?) -> Self {
    switch outcome {
    case nil, .succeeded: .done
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
    /// By the name of the task that they watch; nothing for all.
    var bodies: [String?: [(number: Int, body: Body)]] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let hasAny = Atomic(false)

  /// A Boolean value that indicates whether there are watchers: one relaxed load, which
  /// is all that a task costs when there are none.
  var areThere: Bool { hasAny.load(ordering: .relaxed) }

  /// Tells the watchers where a task stands.
  @inline(never)
  func tell(_ change: TaskChange) {
    let (own, others) = state.withLock { ($0.bodies[change.task], $0.bodies[nil]) }
    for watcher in own ?? [] { watcher.body(change) }
    for watcher in others ?? [] { watcher.body(change) }
  }

  /// Adds a watcher of a task, or of all.
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

  /// Removes a watcher; what it captured goes when the lock is open.
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
