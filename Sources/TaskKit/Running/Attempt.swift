import Synchronization
import ToolkitTrace

/// A task has taken longer than it may.
struct AttemptTimeout: Error {
  let limit: Duration
}

/// One attempt of a task: what came of it in time, and whether it is over.
///
/// Both are distinguished because an attempt that does not react to being cancelled goes on
/// after it counts as failed, and another one must not run beside it.
struct Attempt: Sendable {
  let result = FirstResult<TaskBody.Result>()

  /// The end of the attempt: `true` if the task has ended, `false` if it is not waited for
  /// any longer.
  private let end = FirstResult<Bool>()

  /// Notes that it is over, with what came of it.
  func set(_ outcome: Result<TaskBody.Result, any Error>) {
    result.set(outcome)
    end.set(.success(true))
  }

  /// Runs a body, and throws ``AttemptTimeout`` when it takes too long; the body is cancelled
  /// then.
  func race(
    within limit: Duration, _ time: ErasedClock, _ lanes: any Lanes,
    _ body: @escaping @concurrent @Sendable () async throws -> TaskBody.Result
  ) async throws -> TaskBody.Result {
    let runner = lanes.start {
      do { set(.success(try await body())) } catch { set(.failure(error)) }
    }
    let timer = startTimer(limit, time, lanes)
    defer {
      runner.cancel()
      timer.cancel()
    }
    return try await withTaskCancellationHandler {
      try await result.value
    } onCancel: {
      runner.cancel()
    }
  }

  /// Has the attempt count as failed when it takes too long.
  ///
  /// - Parameters:
  ///   - limit: How long it may take.
  ///   - time: The clock that it is measured by.
  ///   - lanes: Where the timer runs.
  ///   - whenLate: Is called when it takes too long.
  /// - Returns: What to cancel when it was quicker.
  func startTimer(
    _ limit: Duration, _ time: ErasedClock, _ lanes: any Lanes,
    whenLate: @escaping @Sendable () -> Void = {}
  ) -> StartedTask {
    lanes.start { [result] in
      guard (try? await time.sleep(limit)) != nil else { return }
      result.set(.failure(AttemptTimeout(limit: limit)))
      whenLate()
    }
  }

  /// Waits for the end of an attempt that took too long, but no longer than so long again.
  ///
  /// - Returns: Whether it has ended; `false`, too, if the waiting task is cancelled.
  func hasEnded(
    within limit: Duration, _ time: ErasedClock, _ lanes: any Lanes
  ) async -> Bool {
    let timer = lanes.start { [end] in
      guard (try? await time.sleep(limit)) != nil else { return }
      end.set(.success(false))
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      (try? await end.value) ?? false
    } onCancel: {
      end.set(.success(false))
    }
  }
}

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
