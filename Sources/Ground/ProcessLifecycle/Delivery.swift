import Synchronization

/// The delivery of an event to its listeners.
///
/// ```swift
/// await ProcessLifecycle.simulate(.terminate).finished()
/// ```
///
/// - Concurrency: Can be used from any thread.
public final class Delivery: Sendable {
  private struct State {
    /// The number of listeners that have not finished, plus one while listeners are being started.
    var holds = 1
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// A Boolean value that indicates whether all listeners have returned.
  public var isFinished: Bool {
    state.withLock { $0.holds == 0 }
  }

  /// Returns when all listeners have returned.
  ///
  /// It also waits if the waiting task is cancelled, because listeners belong to the process and
  /// not to the waiting task.
  public func finished() async {
    await withCheckedContinuation { continuation in
      whenFinished { continuation.resume() }
    }
  }

  /// Runs `action` when all listeners have returned, or immediately if they already have.
  ///
  /// - Concurrency: The action runs where the last listener returned, which is on the main actor.
  ///   If all listeners have returned, it runs on the calling thread.
  package func whenFinished(_ action: @escaping @Sendable () -> Void) {
    let alreadyFinished = state.withLock { state in
      guard state.holds > 0 else { return true }
      state.actions.append(action)
      return false
    }
    if alreadyFinished { action() }
  }

  /// Makes the delivery wait for another listener.
  ///
  /// - Returns: `false` if the delivery has already finished.
  func hold() -> Bool {
    state.withLock { state in
      guard state.holds > 0 else { return false }
      state.holds += 1
      return true
    }
  }

  /// Makes the delivery wait for another listener.
  ///
  /// Call it only while other listeners have certainly not finished.
  package func holdAnother() {
    guard hold() else {
      preconditionFailure("A delivery finished while its listeners were being started.")
    }
  }

  /// Reverses one call of ``hold()``.
  ///
  /// The last call finishes the delivery.
  package func letGo() {
    let actions = state.withLock { state -> [@Sendable () -> Void] in
      precondition(state.holds > 0, "A delivery was let go more often than it was held.")
      state.holds -= 1
      guard state.holds == 0 else { return [] }
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }
}
