import TaskPlanning

/// The outcome of a task.
public indirect enum TaskOutcome: Sendable {
  /// The task did its work.
  case succeeded
  /// The task threw an error at each attempt, or took too long.
  case failed(TaskError)
  /// The task did not start, for this reason.
  case skipped(String)
  /// The task was cancelled, or one of its dependencies was.
  case cancelled

  /// A Boolean value that indicates whether it succeeded.
  public var isSuccess: Bool {
    if case .succeeded = self { true } else { false }
  }

  /// A Boolean value that indicates whether it failed.
  public var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

extension TaskOutcome: CustomStringConvertible {
  public var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed(let error): "failed: \(error.message)"
    case .skipped(let reason): "skipped: \(reason)"
    case .cancelled: "cancelled"
    }
  }
}

extension TaskOutcome {
  /// Returns the outcome in the planner's terms.
  func inPlan(_ policy: TaskFailurePolicy) -> ExecutionOutcome {
    switch self {
    case .succeeded: .succeeded
    case .failed: .failed(policy.inPlan)
    case .skipped(let reason): .skipped(reason)
    case .cancelled: .cancelled
    }
  }
}

extension TaskFailurePolicy {
  fileprivate var inPlan: TaskPlanning.FailurePolicy {
    switch self {
    case .skipDependents: .skipDependents
    case .continue: .goOn
    case .abort: .abort
    }
  }
}

/// A policy for the dependents of a failed task.
public enum TaskFailurePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The dependents of the task are skipped.
  case skipDependents
  /// The dependents of the task run nevertheless.
  case `continue`
  /// All tasks of the run that have not started are skipped.
  case abort
}
