import Synchronization
import ToolkitTrace

/// An error for an attempt that has taken longer than its limit.
struct AttemptTimeout: Error {
  let limit: Duration
}

/// One attempt of a task, with its result and its end.
///
/// The two differ: an attempt that does not react to being cancelled counts as failed while it is
/// still running, and another attempt must not run beside it.
struct Attempt: Sendable {
  let result = FirstResult<TaskBody.Output>()

  /// The end of the attempt: `true` if the task has finished, `false` if its end is no longer
  /// awaited.
  private let end = FirstResult<Bool>()

  /// Records the result and the end of the attempt.
  func set(_ outcome: Result<TaskBody.Output, any Error>) {
    result.set(outcome)
    end.set(.success(true))
  }

  /// Runs a body, and throws ``AttemptTimeout`` and cancels the body if it takes too long.
  func race(
    within limit: Duration, _ time: ErasedClock, _ lanes: any Lanes,
    _ body: @escaping @concurrent @Sendable () async throws -> TaskBody.Output
  ) async throws -> TaskBody.Output {
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

  /// Starts a timer that fails the attempt if it takes too long.
  ///
  /// - Parameters:
  ///   - limit: The time limit.
  ///   - time: The clock of the limit.
  ///   - lanes: The lanes for the timer.
  ///   - whenLate: Called if the attempt takes too long.
  /// - Returns: The timer, to cancel after the attempt.
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

  /// Waits for the end of an attempt that took too long, for at most another `limit`.
  ///
  /// - Returns: Whether the attempt has finished. `false` also if the waiting task is cancelled.
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

  /// Sets the result, unless it has one.
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

  /// The result, as soon as it is set.
  ///
  /// Read it only once.
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
