import Synchronization

/// A task has taken longer than it may.
struct TaskTimeout: Error {
  let limit: Duration

  /// Runs a body, and throws this when it takes too long.
  ///
  /// The body is cancelled then, and not waited for: what does not react to being
  /// cancelled would hold up everything else.
  static func race<Success: Sendable>(
    within limit: Duration, _ time: TaskTime, _ lanes: any TaskLanes,
    _ body: @escaping @concurrent @Sendable () async throws -> Success
  ) async throws -> Success {
    let finish = FirstResult<Success>()
    let runner = lanes.start {
      do { finish.set(.success(try await body())) } catch { finish.set(.failure(error)) }
    }
    let timer = lanes.start {
      // Cancelled when the body was quicker.
      guard (try? await time.sleep(limit)) != nil else { return }
      finish.set(.failure(TaskTimeout(limit: limit)))
    }
    defer {
      runner.cancel()
      timer.cancel()
    }
    return try await withTaskCancellationHandler {
      try await finish.value
    } onCancel: {
      runner.cancel()
    }
  }
}

/// The first of several results.
private final class FirstResult<Success: Sendable>: Sendable {
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
