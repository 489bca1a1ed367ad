/// A clock of whichever type, as the host uses it.
struct HostClock: Sendable {
  /// Returns the time since this value was made.
  let elapsed: @Sendable () -> Duration
  /// Sleeps for a while.
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }
}
