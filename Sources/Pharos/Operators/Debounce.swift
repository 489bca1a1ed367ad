import Synchronization

/// Lets a value pass when none has come after it for some time.
final class Debounce<Value, TimeSource: Clock>: @unchecked Sendable
where TimeSource.Duration == Duration {
  // Why this is Sendable: as ``Throttle``; the closure brings the value to where the
  // relay is at home.

  private struct State {
    var waiting: Changes<Value>?
    /// When it passes.
    var deadline: TimeSource.Instant
    /// A Boolean value that indicates whether a task sleeps until it is time.
    var isSleeping = false
  }

  private let lock = Mutex(())
  private var state: State

  private let interval: Duration
  private let clock: TimeSource
  private let body: (Changes<Value>) -> Void

  /// Makes a debounce.
  ///
  /// - Parameters:
  ///   - interval: How long nothing may come.
  ///   - clock: What measures it.
  ///   - body: What is called when it is time, on no particular thread.
  init(interval: Duration, clock: TimeSource, body: @escaping (Changes<Value>) -> Void) {
    state = State(deadline: clock.now)
    self.interval = interval
    self.clock = clock
    self.body = body
  }

  /// Takes a change, which waits from now on in place of the one before.
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

  /// Sleeps until nothing has come for long enough.
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

  /// The time may be over: what waits passes then.
  ///
  /// - Returns: When it is over, if not yet.
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
