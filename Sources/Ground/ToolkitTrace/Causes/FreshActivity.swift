import Synchronization

/// The unfinished work of a fresh state that no other object counts, for a test that waits until
/// the state is idle.
///
/// It counts callbacks that have been started, and values on their way to another task. Runs of
/// tasks and jobs have owners that know whether they have finished.
///
/// - Concurrency: May be used from any thread.
package final class FreshActivity: Sendable {
  private struct State {
    var count = 0
    var total = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// The activity of the fresh state around the calling code, or `nil` outside of tests.
  @inlinable package static var current: FreshActivity? {
    FreshStates.state(of: FreshActivity.self)
  }

  /// The number of pieces of work so far.
  package var total: Int { state.withLock(\.total) }

  /// Counts a piece of work.
  package func begin() {
    state.withLock {
      $0.count += 1
      $0.total += 1
    }
  }

  /// Finishes a piece of work.
  package func end() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.count -= 1
      precondition(state.count >= 0, "A piece of work of a fresh state has finished twice.")
      guard state.count == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until all counted work has finished.
  package func finished() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        guard state.count > 0 else { return true }
        state.waiters.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }
}
