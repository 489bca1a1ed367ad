/// A task that waits, to be resumed by the code that removes it from where it is kept.
typealias Waiter = CheckedContinuation<Void, any Error>

/// Suspends the current task until it is resumed or cancelled.
///
/// `keep` and `withdraw` must lock the same place, and `keep` must look at
/// `Task.isCancelled` inside: `withdraw` may have been called already, and would
/// not find what is kept after it. The code that removes the waiter resumes it, so
/// that it is resumed once.
///
/// - Parameters:
///   - keep: Puts the waiter where others find it, or returns what the wait ends
///     with at once.
///   - withdraw: Takes the waiter out, if it is still kept. Called when the task
///     is cancelled, on the thread that cancels it.
/// - Throws: `CancellationError` if the task is cancelled first.
func wait(
  keep: (Waiter) -> Result<Void, any Error>?, withdraw: @Sendable () -> Waiter?
) async throws {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { (waiter: Waiter) in
      if let result = keep(waiter) { waiter.resume(with: result) }
    }
  } onCancel: {
    withdraw()?.resume(throwing: CancellationError())
  }
}
