import Synchronization

/// A time limit.
struct CallDeadline: Sendable {
  /// The error of work that did not finish in time.
  struct Exceeded: Error {}

  let limit: Duration
  private let sleep: @concurrent @Sendable () async throws -> Void

  init(_ limit: Duration, clock: some Clock<Duration>) {
    self.limit = limit
    sleep = { try await clock.sleep(for: limit) }
  }

  /// Runs an operation, or stops waiting for it when the time limit is reached.
  ///
  /// The operation runs in its own task. At the time limit it is cancelled, and may continue to run
  /// without a waiter. If the caller is cancelled, so is the operation, but the time limit still
  /// applies.
  ///
  /// - Throws: The error of the operation, or ``Exceeded``.
  nonisolated(nonsending) func run<Success: Sendable>(
    _ work: @escaping @concurrent @Sendable () async throws -> Success
  ) async throws -> Success {
    let race = DeadlineRace<Success>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let worker = Task {
          do { race.finish(.success(try await work())) } catch { race.finish(.failure(error)) }
        }
        let timer = Task { [sleep] in
          do {
            try await sleep()
            race.finish(.failure(Exceeded()))
          } catch {
            // The timer was cancelled because the operation has finished. Or the clock has failed,
            // and then nothing else would end the race.
            race.finish(.failure(error))
          }
        }
        race.begin(continuation, worker: worker, timer: timer)
      }
    } onCancel: {
      race.cancelWork()
    }
  }
}

/// A race of an operation with a timer, which ends when the first of them finishes.
private final class DeadlineRace<Success: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Success, any Error>?
    var worker: Task<Void, Never>?
    var timer: Task<Void, Never>?
    var result: Result<Success, any Error>?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Sets the waiter and both tasks.
  func begin(
    _ continuation: CheckedContinuation<Success, any Error>, worker: Task<Void, Never>,
    timer: Task<Void, Never>
  ) {
    let (result, isCancelled) = state.withLock { state in
      state.worker = worker
      state.timer = timer
      if state.result == nil { state.continuation = continuation }
      return (state.result, state.isCancelled)
    }
    if isCancelled { worker.cancel() }
    guard let result else { return }
    worker.cancel()
    timer.cancel()
    continuation.resume(with: result)
  }

  /// Ends the race, unless it has ended already.
  func finish(_ result: Result<Success, any Error>) {
    let ended = state.withLock { state -> State? in
      guard state.result == nil else { return nil }
      state.result = result
      let ended = state
      state.continuation = nil
      return ended
    }
    guard let ended else { return }
    ended.worker?.cancel()
    ended.timer?.cancel()
    ended.continuation?.resume(with: result)
  }

  /// Cancels the operation.
  ///
  /// The caller still waits for its result.
  func cancelWork() {
    let worker = state.withLock { state in
      state.isCancelled = true
      return state.worker
    }
    worker?.cancel()
  }
}
