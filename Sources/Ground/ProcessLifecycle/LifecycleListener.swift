import Synchronization

/// A listener for a ``ProcessEvent``.
///
/// Releasing this value does *not* stop the listener, because most listeners exist as long as the
/// process. Store it only if you want to call ``cancel()``.
///
/// - Concurrency: Can be cancelled from any thread, and by its own closure.
public final class LifecycleListener: Sendable {
  /// The function of a listener.
  public typealias Body = @MainActor @Sendable (ProcessEventContext) async -> Void

  /// The event.
  public let event: ProcessEvent

  /// A Boolean value that indicates whether the default action of the event is suppressed while the
  /// listener exists.
  let replacesDefaultAction: Bool

  private let currentBody: Mutex<Body?>
  private let engine: LifecycleEngine

  init(
    event: ProcessEvent, replacesDefaultAction: Bool, engine: LifecycleEngine, body: @escaping Body
  ) {
    self.event = event
    self.replacesDefaultAction = replacesDefaultAction
    self.engine = engine
    self.currentBody = Mutex(body)
  }

  /// The closure, or `nil` after the listener was cancelled.
  var body: Body? {
    currentBody.withLock { $0 }
  }

  /// Stops the listener and releases the closure.
  ///
  /// If the closure is running, it continues. If an event has not reached it yet, it is not called.
  /// Cancelling it again has no effect. When the last listener of a signal is cancelled, the
  /// previous handler of the signal is restored before this function returns.
  public func cancel() {
    // The closure is replaced with the lock and released without it, because its captured values
    // may run code when they are released.
    let released = currentBody.withLock { body in
      let released = body
      body = nil
      return released
    }
    guard released != nil else { return }
    engine.remove(self)
  }
}
