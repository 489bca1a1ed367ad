import TaskKit

/// The callers that wait for a round of a worker after which nothing is due and nothing runs.
///
/// A round that started before a caller may have missed its work, so only later rounds count.
struct IdleWaiters {
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// The callers that have waited since before the current round.
  private var ofRound: [CheckedContinuation<Void, Never>] = []
  private var isOver = false

  /// The number of claims so far.
  private(set) var claims = 0
  private var claimsBeforeRound = 0

  /// Adds a caller, or resumes it if the worker has ended.
  mutating func add(_ waiter: CheckedContinuation<Void, Never>) {
    if isOver { waiter.resume() } else { waiters.append(waiter) }
  }

  /// Counts claims of the current round.
  mutating func noteClaims(_ count: Int) { claims += count }

  /// Starts a round.
  mutating func beginRound() {
    ofRound += waiters
    waiters = []
    claimsBeforeRound = claims
  }

  /// Ends a round, and resumes the callers if the worker is idle.
  ///
  /// - Parameter isRunning: Whether the worker has claims that have not ended.
  /// - Returns: Whether another round is needed, because nothing else starts one.
  mutating func endRound(isRunning: Bool) -> Bool {
    guard !isRunning, claims == claimsBeforeRound else { return !isRunning && !ofRound.isEmpty }
    for waiter in ofRound { waiter.resume() }
    ofRound = []
    return false
  }

  /// Resumes all callers at the end of the worker.
  mutating func end() {
    isOver = true
    for waiter in ofRound + waiters { waiter.resume() }
    (ofRound, waiters) = ([], [])
  }
}

extension TaskManager {
  /// Waits until the store has no due work of this process and none runs, for a test.
  ///
  /// - Returns: The number of jobs and fires that this process has claimed so far.
  package func waitForStoreWork() async -> Int {
    await (durableScheduling as? StoreScheduling)?.waitUntilIdle() ?? 0
  }
}
