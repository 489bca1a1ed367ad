import Synchronization

/// A filter that passes a value once no other value has followed it for an interval.
final class Debounce<Value, TimeSource: Clock>: @unchecked Sendable
where TimeSource.Duration == Duration {
  // Why this is Sendable: as ``Throttle``; the closure moves the value to the relay's actor or
  // thread.

  private struct State {
    var waiting: Changes<Value>?
    /// The time at which the waiting change passes.
    var deadline: TimeSource.Instant
    /// A Boolean value that indicates whether a task sleeps until the deadline.
    var isSleeping = false
  }

  private let lock = Mutex(())
  private var state: State

  private let interval: Duration
  private let clock: TimeSource
  private let body: (Changes<Value>) -> Void

  /// Creates a debounce filter.
  ///
  /// - Parameters:
  ///   - interval: The time without other changes after which a change passes.
  ///   - clock: The clock that measures it.
  ///   - body: The closure to call with a change that passes, on an arbitrary thread.
  init(interval: Duration, clock: TimeSource, body: @escaping (Changes<Value>) -> Void) {
    state = State(deadline: clock.now)
    self.interval = interval
    self.clock = clock
    self.body = body
  }

  /// Starts waiting with a change, in place of the previous one.
  func pass(_ change: Changes<Value>) {
    let deadline = clock.now.advanced(by: interval)
    // Released after unlocking.
    var replaced: Changes<Value>?
    let isAwake = lock.withLock { _ in
      replaced = state.waiting
      state.waiting = change
      state.deadline = deadline
      defer { state.isSleeping = true }
      return !state.isSleeping
    }
    _ = replaced
    if isAwake { Task { await self.run(until: deadline) } }
  }

  /// Sleeps until no change has come for the interval.
  private func run(until first: TimeSource.Instant) async {
    var next: TimeSource.Instant? = first
    while let deadline = next {
      do {
        try await clock.sleep(until: deadline, tolerance: nil)
      } catch {
        // This task is never cancelled, so the clock has ended the sleep: the pending
        // value is due.
      }
      next = open(at: deadline)
    }
  }

  /// Passes the waiting change, unless a later change has moved the deadline.
  ///
  /// - Returns: The later deadline, or `nil` if the change has passed.
  private func open(at deadline: TimeSource.Instant) -> TimeSource.Instant? {
    var due: Changes<Value>?
    let later = lock.withLock { _ -> TimeSource.Instant? in
      if state.deadline > deadline { return state.deadline }
      due = state.waiting.take()
      state.isSleeping = false
      return nil
    }
    if let due { body(due) }
    return later
  }
}
