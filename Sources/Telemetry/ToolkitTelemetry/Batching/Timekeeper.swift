/// A clock without its type.
struct Timekeeper: Sendable {
  /// The time since the timekeeper was made.
  let elapsed: @Sendable () -> Duration

  /// Suspends the task; throws a `CancellationError` if it is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  /// Follows a clock.
  init<Time: Clock<Duration>>(_ clock: Time) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}
