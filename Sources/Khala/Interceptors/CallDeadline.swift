import Synchronization

/// A time limit.
struct CallDeadline: Sendable {
  /// Time was up.
  struct Exceeded: Error {}

  let limit: Duration
  private let sleep: @concurrent @Sendable () async throws -> Void

  init(_ limit: Duration, clock: some Clock<Duration>) {
    self.limit = limit
    sleep = { try await clock.sleep(for: limit) }
  }

  /// Does some work, or gives up on it when time is up.
  ///
  /// The work is a task of its own, since this does not wait for it then: it is
  /// cancelled and may go on for as long as it likes. Cancelling the caller cancels
  /// the work, and time goes on to count.
  ///
  /// - Throws: What the work throws, or ``Exceeded``.
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
            // Cancelled, as the race is over; or the clock has failed, and nothing else
            // would end the race.
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

/// A race of some work with a timer: the first of them ends it.
private final class DeadlineRace<Success: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Success, any Error>?
    var worker: Task<Void, Never>?
    var timer: Task<Void, Never>?
    var result: Result<Success, any Error>?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Says who waits, and for what.
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

  /// Ends the race, unless it has ended.
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

  /// Cancels the work; who waits for it goes on to wait.
  func cancelWork() {
    let worker = state.withLock { state in
      state.isCancelled = true
      return state.worker
    }
    worker?.cancel()
  }
}
