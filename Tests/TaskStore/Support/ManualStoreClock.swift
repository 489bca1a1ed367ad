import Synchronization
import TaskStore

/// The clocks of a store that a test moves.
final class ManualStoreClock: Sendable {
  private let passed = Mutex(Duration.zero)

  /// The clocks, from the beginning of 2030 on.
  var clock: StoreClock {
    StoreClock(
      now: { [self] in TaskTime(nanoseconds: 1_893_456_000_000_000_000) + passed.withLock(\.self) },
      monotonic: { [self] in
        let (seconds, attoseconds) = passed.withLock(\.self).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      },
      boot: "test")
  }

  func advance(by duration: Duration) { passed.withLock { $0 += duration } }
}
