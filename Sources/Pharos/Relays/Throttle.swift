import Synchronization

/// Lets the first of many changes pass, and of those that come too soon after it
/// only the latest, when it is time.
final class Throttle<Value, TimeSource: Clock>: @unchecked Sendable
where TimeSource.Duration == Duration {
  // Why this is Sendable: `state` is only touched under `lock`, which stands beside it
  // because a `Mutex` gives out only what may go anywhere. The rest never changes. The
  // closures and values go where those of the observer go, and late also to the thread
  // of the clock; each closure is brought home from there, or has none, which shared
  // relays only let Sendable ones have and confined ones mark as unsafe.

  private enum State {
    case idle
    /// Nothing may pass yet; the latest that wanted to, and the value that passed
    /// last.
    case closed(waiting: Waiting?, last: Value)
  }

  private struct Waiting {
    let change: Changes<Value>
    /// A Boolean value that indicates whether it came on the main actor.
    let isFromMain: Bool
  }

  private let lock = Mutex(())
  private var state = State.idle

  private let interval: Duration
  /// A Boolean value that indicates whether the first of those that come too soon
  /// passes, and not the latest.
  private let keepsFirst: Bool
  /// A Boolean value that indicates whether a late change that came on the main actor passes
  /// there.
  private let returnsToMain: Bool
  private let clock: TimeSource
  private let body: (Changes<Value>) -> Void
  private let late: (Changes<Value>) -> Void
  private let isAlive: () -> Bool

  /// Makes a throttle.
  ///
  /// - Parameters:
  ///   - interval: How long nothing passes after something has.
  ///   - clock: What measures it.
  ///   - keepsFirst: Whether the first of those that come too soon passes, and not the latest.
  ///   - returnsToMain: Whether a late change that came on the main actor passes there.
  ///   - isAlive: Whether what waits is still wanted when it is time.
  ///   - late: What is called with what has waited; `body` if it is left out.
  ///   - body: What is called with what passes at once.
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

  /// Takes a change: passes it on, or keeps it.
  func pass(_ change: Changes<Value>) {
    // What it replaces is released after unlocking.
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

  /// Has the interval end that begins now, however late the task gets a thread.
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

  /// The time is over: what waits passes, and the next interval begins.
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

  /// Passes on what has waited, if it is still wanted, and starts the next interval.
  private func passLate(_ change: Changes<Value>) {
    guard isAlive() else { return }
    openLater()
    late(change)
  }
}
