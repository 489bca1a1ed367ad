import Synchronization
import ToolkitTrace

/// A log of problems, with a limited size and a replaceable handler.
///
/// - Concurrency: Can be used from any thread. The handler is called without the lock.
final class ProblemLog: Sendable {
  /// The maximum number of problems in the log.
  static let capacity = 100

  private struct State {
    var latest: [ProcessLifecycleError] = []
    var handler: ProcessLifecycle.ErrorHandler
  }

  private let state: Mutex<State>

  init(handler: @escaping ProcessLifecycle.ErrorHandler = ProblemLog.writeToStandardError) {
    state = Mutex(State(handler: handler))
  }

  var latest: [ProcessLifecycleError] { state.withLock { $0.latest } }

  var handler: ProcessLifecycle.ErrorHandler {
    get { state.withLock { $0.handler } }
    set {
      var released: ProcessLifecycle.ErrorHandler? = newValue
      state.withLock { state in
        let old = state.handler
        state.handler = released!
        released = old
      }
    }
  }

  func report(_ problem: ProcessLifecycleError) {
    let handler = state.withLock { state in
      if state.latest.count == Self.capacity { state.latest.removeFirst() }
      state.latest.append(problem)
      return state.handler
    }
    handler(problem)
  }

  private static let writeToStandardError: ProcessLifecycle.ErrorHandler = { problem in
    StandardError.report(problem, source: "ProcessLifecycle")
  }
}
