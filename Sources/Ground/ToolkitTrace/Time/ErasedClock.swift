/// A clock with an erased type, for measuring and waiting.
package struct ErasedClock: Sendable {
  /// Returns the time since a fixed start, in nanoseconds.
  package let nanoseconds: @Sendable () -> Int64

  /// Suspends the task for a duration, or throws a `CancellationError` if it is cancelled.
  package let sleep: @Sendable (Duration) async throws -> Void

  /// Suspends the task until a time since the fixed start, or throws a `CancellationError` if it is
  /// cancelled.
  ///
  /// If a test moves the clock after it computed the time, this movement is taken into account.
  package let sleepUntil: @Sendable (Duration) async throws -> Void

  /// Erases the type of a clock.
  package init<Time: Clock<Duration>>(_ clock: Time) {
    if clock is ContinuousClock {
      // This is read for every task of a run, and a `Duration` computes with 128 bits.
      nanoseconds = { MonotonicTime.now().nanoseconds }
      sleepUntil = {
        let rest = $0 - .nanoseconds(MonotonicTime.now().nanoseconds)
        try await clock.sleep(until: clock.now.advanced(by: rest), tolerance: nil)
      }
    } else {
      let start = clock.now
      nanoseconds = {
        let (seconds, attoseconds) = start.duration(to: clock.now).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      }
      sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// Returns the time since a fixed start.
  package func elapsed() -> Duration { .nanoseconds(nanoseconds()) }
}
