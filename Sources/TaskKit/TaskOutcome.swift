import TaskPlanning

/// The outcome of a task.
public indirect enum TaskOutcome: Sendable {
  /// It did what it does.
  case succeeded
  /// It threw an error each time it was tried, or took too long.
  case failed(TaskError)
  /// It did not begin, for this reason.
  case skipped(String)
  /// It was cancelled, or one of its dependencies was.
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
  /// Returns the outcome as a plan sees it.
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
  /// Its dependents are skipped.
  case skipDependents
  /// Its dependents run all the same.
  case `continue`
  /// Everything of the run that has not begun is skipped.
  case abort
}
