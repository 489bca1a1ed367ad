import Synchronization

/// A filter that passes at most one change per interval.
///
/// It passes the first change immediately. Of the changes that follow within the interval, it
/// passes the latest or the first at the end of the interval.
final class Throttle<Value, TimeSource: Clock>: @unchecked Sendable
where TimeSource.Duration == Duration {
  // Why this is Sendable: `state` is only used under `lock`, and the rest never changes. The lock
  // is a separate property because a `Mutex` returns `sending` values only. The closures and values
  // are used where those of the observer are, and delayed ones also on a thread of the clock. From
  // there, each closure returns to its actor. A closure without an actor is `Sendable` on a shared
  // relay, and the methods of confined relays that take one are marked as unsafe.

  private enum State {
    case idle
    /// The interval has not ended.
    ///
    /// `waiting` is the change to pass at its end, and `last` the value that passed last.
    case closed(waiting: Waiting?, last: Value)
  }

  private struct Waiting {
    let change: Changes<Value>
    /// A Boolean value that indicates whether the change came on the main actor.
    let isFromMain: Bool
  }

  private let lock = Mutex(())
  private var state = State.idle

  private let interval: Duration
  /// A Boolean value that indicates whether the first change within the interval passes at its end,
  /// instead of the latest.
  private let keepsFirst: Bool
  /// A Boolean value that indicates whether a delayed change that came on the main actor passes
  /// there.
  private let returnsToMain: Bool
  private let clock: TimeSource
  private let body: (Changes<Value>) -> Void
  private let late: (Changes<Value>) -> Void
  private let isAlive: () -> Bool

  /// Creates a throttle.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two changes that pass.
  ///   - clock: The clock that measures it.
  ///   - keepsFirst: Whether the first change within the interval passes at its end, instead of the
  ///     latest.
  ///   - returnsToMain: Whether a delayed change that came on the main actor passes there.
  ///   - isAlive: Returns whether a delayed change is still wanted when its interval ends.
  ///   - late: The closure for delayed changes, or `nil` to use `body`.
  ///   - body: The closure for changes that pass immediately.
  init(
    interval: Duration, clock: TimeSource, keepsFirst: Bool = false, returnsToMain: Bool = false,
    isAlive: @escaping () -> Bool,
    late: ((Changes<Value>) -> Void)? = nil,
    body: @escaping (Changes<Value>) -> Void
  ) {
    self.interval = interval
    self.keepsFirst = keepsFirst
    self.returnsToMain = returnsToMain
    self.clock = clock
    self.isAlive = isAlive
    self.late = late ?? body
    self.body = body
  }

  /// Passes a change now, or keeps it until the end of the interval.
  func pass(_ change: Changes<Value>) {
    // The replaced state is released after unlocking.
    var replaced: State?
    let passes = lock.withLock { _ in
      replaced = state
      switch state {
      case .idle:
        state = .closed(waiting: nil, last: change.new)
        return true
      case .closed(let waiting, let last):
        let new = Waiting(
          change: change, isFromMain: returnsToMain && ObserverIsolation.isOnMain)
        state = .closed(waiting: keepsFirst ? waiting ?? new : new, last: last)
        return false
      }
    }
    _ = replaced
    guard passes else { return }
    openLater()
    body(change)
  }

  /// Starts an interval now, so that it ends on time even if the task starts late.
  private func openLater() {
    let deadline = clock.now.advanced(by: interval)
    Task { [clock] in
      do {
        try await clock.sleep(until: deadline, tolerance: nil)
      } catch {
        // This task is never cancelled, so the clock has ended the sleep: the pending
        // value is due.
      }
      self.open()
    }
  }

  /// Ends the interval, passes the waiting change and starts the next interval.
  private func open() {
    var next: Waiting?
    // Released after unlocking.
    var replaced: State?
    lock.withLock { _ in
      replaced = state
      guard case .closed(let waiting?, let last) = state else { return state = .idle }
      state = .closed(waiting: nil, last: waiting.change.new)
      let change = Changes(
        old: last, new: waiting.change.new, origin: waiting.change.origin)
      next = Waiting(change: change, isFromMain: waiting.isFromMain)
    }
    _ = replaced
    guard let next else { return }
    guard next.isFromMain else { return passLate(next.change) }
    // The interval starts on the main actor, so that no change overtakes this one.
    let pending = PendingDelivery(next.change, to: passLate)
    ObserverIsolation(MainActor.shared).enqueue { pending.deliver() }
  }

  /// Passes a delayed change if it is still wanted, and starts the next interval.
  private func passLate(_ change: Changes<Value>) {
    guard isAlive() else { return }
    openLater()
    late(change)
  }
}
