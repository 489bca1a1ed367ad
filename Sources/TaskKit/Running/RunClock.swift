import ToolkitTrace

/// A clock without its type: what the engine measures and waits by.
struct RunClock: Sendable {
  /// Returns the time since a fixed start, in nanoseconds.
  let nanoseconds: @Sendable () -> Int64

  /// Returns when some time has passed.
  let sleep: @Sendable (Duration) async throws -> Void

  /// Takes the type off a clock.
  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    // The process's clock is read for every task, and a `Duration` computes in 128
    // bits.
    if clock is ContinuousClock {
      nanoseconds = { MonotonicTime.now().nanoseconds }
    } else {
      nanoseconds = { start.duration(to: clock.now).nanoseconds }
    }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }
}
