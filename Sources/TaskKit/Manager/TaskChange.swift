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
