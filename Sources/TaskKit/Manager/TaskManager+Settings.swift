import Synchronization
import TaskPlanning
import ToolkitTrace

/// A policy for tasks whose dependencies do not exist or form a cycle.
public enum TaskProblemPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing of the event runs, and `run` throws.
  case `throw`
  /// The tasks concerned are left out, and those that depend on them; all others
  /// run.
  case skip
  /// All run: those of a cycle by priority, and what is depended on in vain is
  /// not waited for.
  case priorityOrder

  /// The policy as the planner knows it.
  var inPlan: ProblemPolicy {
    switch self {
    case .throw: .fail
    case .skip: .skip
    case .priorityOrder: .priorityOrder
    }
  }
}

extension TaskManager {
  /// A function that handles problems.
  public typealias ErrorHandler = @Sendable (TaskError) -> Void

  /// Called with the errors of tasks.
  ///
  /// The default writes one line to standard error.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock held.
  public var errorHandler: ErrorHandler {
    get { state.withLock { $0.errorHandler } }
    set {
      withLock { state in
        state.leaving.append(state.errorHandler)
        state.errorHandler = newValue
      }
    }
  }

  /// The policy for tasks whose dependencies do not exist or form a cycle.
  ///
  /// Whichever it is, all of it is reported.
  public var problemPolicy: TaskProblemPolicy {
    get { state.withLock { $0.problemPolicy } }
    set {
      withLock { state in
        state.problemPolicy = newValue
        state.dropPlans()
      }
    }
  }

  /// The policy for dependents of a failed task that has none of its own.
  public var failurePolicy: TaskFailurePolicy {
    get { state.withLock { $0.failurePolicy } }
    set { state.withLock { $0.failurePolicy = newValue } }
  }

  static let writeToStandardError: ErrorHandler = { error in
    StandardError.report(error, source: "TaskKit")
  }

  func report(_ error: TaskError) {
    errorHandler(error)
  }

  /// Reports problems of plans, each once.
  func reportOnce(_ errors: [TaskError]) {
    guard !errors.isEmpty else { return }
    let new = state.withLock { state in
      errors.filter { state.reported.insert($0.description).inserted }
    }
    for error in new { report(error) }
  }
}
