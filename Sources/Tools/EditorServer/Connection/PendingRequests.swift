import Synchronization

/// The requests without a response, including the ones that the client has cancelled.
///
/// - Concurrency: Can be used from any thread.
final class PendingRequests: Sendable {
  private enum State {
    case waiting
    case running(cancel: @Sendable () -> Void)
    case cancelled
  }

  private let states = Mutex<[RequestID: State]>([:])

  /// Adds a request that was received.
  func add(_ id: RequestID) {
    states.withLock { $0[id] = .waiting }
  }

  /// Cancels a request, if it has no response yet.
  func cancel(_ id: RequestID) {
    let running = states.withLock { states -> (@Sendable () -> Void)? in
      guard let state = states[id] else { return nil }
      states[id] = .cancelled
      if case .running(let cancel) = state { return cancel }
      return nil
    }
    running?()
  }

  /// Runs the work of a request.
  ///
  /// - Parameters:
  ///   - id: The identifier of the request.
  ///   - body: The work. Its task is cancelled when the request is cancelled.
  /// - Returns: The response, or an error if the request was cancelled before.
  func run<Answer: Sendable>(
    _ id: RequestID, _ body: @escaping @Sendable () throws(ResponseError) -> Answer
  ) async -> Result<Answer, ResponseError> {
    let cancelled = Result<Answer, ResponseError>.failure(
      ResponseError(.requestCancelled, "the request was cancelled"))
    let task = Task { () -> Result<Answer, ResponseError> in
      do throws(ResponseError) { return .success(try body()) } catch { return .failure(error) }
    }
    guard start(id, cancel: { task.cancel() }) else {
      task.cancel()
      remove(id)
      return cancelled
    }
    let result = await task.value
    return remove(id) ? cancelled : result
  }

  /// Notes that a request is running.
  ///
  /// Returns `false` if it was cancelled.
  private func start(_ id: RequestID, cancel: @escaping @Sendable () -> Void) -> Bool {
    states.withLock { states in
      if case .cancelled = states[id] { return false }
      states[id] = .running(cancel: cancel)
      return true
    }
  }

  /// Removes a request that has a response.
  ///
  /// Returns whether it was cancelled.
  @discardableResult
  func remove(_ id: RequestID) -> Bool {
    states.withLock { states in
      if case .cancelled = states.removeValue(forKey: id) { return true }
      return false
    }
  }
}
