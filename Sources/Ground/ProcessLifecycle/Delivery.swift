import Synchronization

/// One event on its way to its listeners.
///
/// ```swift
/// await ProcessLifecycle.simulate(.terminate).finished()
/// ```
///
/// - Concurrency: May be asked from any thread.
public final class Delivery: Sendable {
  private struct State {
    /// Listeners that have not finished, and one more while they are being
    /// started.
    var holds = 1
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// A Boolean value that indicates whether every listener has returned.
  public var isFinished: Bool {
    state.withLock { $0.holds == 0 }
  }

  /// Returns when every listener has returned.
  ///
  /// Waits for them even if the waiting task is cancelled: a listener belongs
  /// to the process, not to who happens to wait for it.
  public func finished() async {
    await withCheckedContinuation { continuation in
      whenFinished { continuation.resume() }
    }
  }

  /// Runs `action` when every listener has returned, at once if they have.
  ///
  /// - Concurrency: Runs where the last listener returned, that is on the main
  ///   actor, or on the calling thread when nothing is left to wait for.
  func whenFinished(_ action: @escaping @Sendable () -> Void) {
    let alreadyFinished = state.withLock { state in
      guard state.holds > 0 else { return true }
      state.actions.append(action)
      return false
    }
    if alreadyFinished { action() }
  }

  /// Makes the delivery wait for one more listener.
  ///
  /// - Returns: False when the delivery has finished already.
  func hold() -> Bool {
    state.withLock { state in
      guard state.holds > 0 else { return false }
      state.holds += 1
      return true
    }
  }

  /// Makes the delivery wait for one more listener while it is certain that
  /// others have not finished.
  package func holdAnother() {
    guard hold() else {
      preconditionFailure("A delivery finished while its listeners were being started.")
    }
  }

  /// Takes back one ``hold()``; the last one finishes the delivery.
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
