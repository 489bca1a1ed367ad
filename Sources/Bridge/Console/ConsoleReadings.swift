import Synchronization

/// The answers to commands that only read, such as `graph`.
///
/// These commands may take long, and many clients send the same request. All answers are created on
/// one queue, and equal requests share the next answer. An answer whose creation has started is not
/// shared, because it may lack the client's latest changes. If all waiting clients disconnect
/// before its turn, an answer is not created.
///
/// - Concurrency: May be used from any thread. Answers are created without holding a lock.
final class ConsoleReadings: Sendable {
  typealias Answer = Result<ConsoleValue, BridgeConsoleError>

  /// An answer that has not been started.
  private struct Waiting: Sendable {
    let answer = Promise<Answer>()
    let isMade = Latch()
    var readers = 1
  }

  private let executor = ConsoleExecutor()
  private let waiting = Mutex<[ConsoleRequest: Waiting]>([:])

  /// The number of clients that wait for answers that have not been started.
  var waitingCount: Int { waiting.withLock { $0.values.reduce(0) { $0 + $1.readers } } }

  /// Returns the answer to a request, created for it or for an equal request.
  ///
  /// - Throws: The error that the command throws, or a `CancellationError` if the task is
  ///   cancelled.
  func answer(
    to request: ConsoleRequest, _ make: @escaping @Sendable () async -> Answer
  ) async throws -> ConsoleValue {
    var key = request
    // Each client numbers its own requests.
    key.id = .null
    let (shared, isNew) = waiting.withLock { [key] waiting in
      if waiting[key] == nil {
        let new = Waiting()
        waiting[key] = new
        return (new, true)
      }
      waiting[key]!.readers += 1
      return (waiting[key]!, false)
    }
    if isNew {
      Task(executorPreference: executor) { [self, key] in
        if take(shared, of: key) { shared.answer.keep(await make()) }
        shared.isMade.open()
      }
    }
    await shared.isMade.wait()
    if let answer = shared.answer.current { return try answer.get() }
    leave(shared, of: key)
    throw CancellationError()
  }

  /// Removes an answer from the waiting ones when its turn comes, unless all its clients have
  /// disconnected.
  private func take(_ next: Waiting, of key: ConsoleRequest) -> Bool {
    waiting.withLock { waiting in
      guard waiting[key]?.isMade === next.isMade else { return false }
      waiting[key] = nil
      return true
    }
  }

  /// Removes a client that waited for an answer.
  private func leave(_ left: Waiting, of key: ConsoleRequest) {
    waiting.withLock { waiting in
      guard let current = waiting[key], current.isMade === left.isMade else { return }
      waiting[key]!.readers -= 1
      if waiting[key]!.readers == 0 { waiting[key] = nil }
    }
  }
}
