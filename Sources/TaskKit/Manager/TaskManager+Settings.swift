import Synchronization
import TaskPlanning
import ToolkitTrace

/// A policy for tasks whose dependencies do not exist or form a cycle.
public enum TaskProblemPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// No task of the event runs, and `run` throws.
  case `throw`
  /// The affected tasks and their dependents are skipped. All others run.
  case skip
  /// All tasks run.
  ///
  /// Tasks in a cycle run in the order of their priorities. Missing dependencies are ignored.
  case priorityOrder

  /// The same policy as the planner's type.
  var inPlan: ProblemPolicy {
    switch self {
    case .throw: .fail
    case .skip: .skip
    case .priorityOrder: .priorityOrder
    }
  }
}

extension TaskManager {
  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (TaskError) -> Void

  /// The function that handles errors of tasks.
  ///
  /// The default writes one line to standard error.
  ///
  /// - Concurrency: Called on the thread that met the problem, with no lock held.
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
  /// Every such problem is reported, whatever the policy.
  public var problemPolicy: TaskProblemPolicy {
    get { state.withLock { $0.problemPolicy } }
    set {
      withLock { state in
        state.problemPolicy = newValue
        state.dropPlans()
      }
    }
  }

  /// The policy for dependents of a failed task without a policy of its own.
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
