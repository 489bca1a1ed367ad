import Synchronization

/// One wait of one task, ended by whoever comes first: the one who has what it
/// waits for, or its cancellation.
///
/// A suspension may be resumed before its task gets to wait, and resumed more
/// than once; only the first end counts.
///
/// - Concurrency: All methods may be called from any thread. The task's
///   continuation is resumed with no lock held.
final class Suspension: Sendable {
  private typealias Continuation = CheckedContinuation<Void, any Error>

  private enum State {
    /// Neither waited for nor ended.
    case new
    case waiting(Continuation)
    case ended(Result<Void, any Error>)
  }

  private let state = Mutex(State.new)

  /// Waits for ``resume()``.
  ///
  /// - Parameter withdraw: Called when the task is cancelled, before it
  ///   continues, so that nothing is left behind that would resume it.
  /// - Throws: `CancellationError` if the task is cancelled first.
  func wait(withdraw: @Sendable () -> Void) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Continuation) in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if case .ended(let result) = state { return result }
          state = .waiting(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      withdraw()
      end(with: .failure(CancellationError()))
    }
  }

  /// Lets the task go on.
  func resume() {
    end(with: .success(()))
  }

  private func end(with result: Result<Void, any Error>) {
    let continuation = state.withLock { state -> Continuation? in
      switch state {
      case .new:
        state = .ended(result)
        return nil
      case .waiting(let continuation):
        state = .ended(result)
        return continuation
      case .ended:
        return nil
      }
    }
    continuation?.resume(with: result)
  }
}
