import ToolkitTrace

/// The outcome of work with a time limit.
enum LimitedEnding: Sendable {
  case finished
  case failed(any Error)
  case late
}

extension ErasedClock {
  /// Runs work, and stops waiting for it at a time limit.
  ///
  /// At the limit, the work is cancelled and no longer waited for, although it may continue. The
  /// caller reports that.
  ///
  /// - Returns: The outcome, and the time that the work took or was waited for.
  func limit(
    to deadline: Duration, _ work: @escaping @Sendable () async throws -> Void
  ) async -> (ending: LimitedEnding, duration: Duration) {
    let begin = elapsed()
    let first = Promise<LimitedEnding>()
    let sleep = sleep
    let working = Task {
      do {
        try await work()
        first.keep(.finished)
      } catch {
        first.keep(.failed(error))
      }
    }
    let waiting = Task {
      // Cancelled when the work has finished first.
      if (try? await sleep(deadline)) != nil { first.keep(.late) }
    }
    let ending = await first.value
    waiting.cancel()
    if case .late = ending { working.cancel() }
    return (ending, elapsed() - begin)
  }
}
