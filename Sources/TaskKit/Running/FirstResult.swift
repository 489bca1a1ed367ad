import Synchronization

/// The first of several results.
///
/// - Concurrency: Set from any thread, and awaited by one task.
final class FirstResult<Success: Sendable>: Sendable {
  private enum State: Sendable {
    case open
    case awaited(CheckedContinuation<Success, any Error>)
    case known(Result<Success, any Error>)
  }

  private let state = Mutex(State.open)

  /// Takes a result, unless there is one.
  func set(_ result: Result<Success, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Success, any Error>? in
      switch state {
      case .open:
        state = .known(result)
        return nil
      case .awaited(let continuation):
        state = .known(result)
        return continuation
      case .known: return nil
      }
    }
    continuation?.resume(with: result)
  }

  /// The result, once there is one; asked for once.
  var value: Success {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let known = state.withLock { state -> Result<Success, any Error>? in
          if case .known(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    }
  }
}
