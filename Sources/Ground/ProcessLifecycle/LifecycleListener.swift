import Synchronization

/// A closure that listens to one ``ProcessEvent``, until it is cancelled.
///
/// Dropping the value does *not* stop the listening, because most listeners
/// live as long as the process: keep it only if you want to ``cancel()``.
///
/// - Concurrency: May be cancelled from any thread, also by its own closure.
public final class LifecycleListener: Sendable {
  /// The function of a listener.
  public typealias Body = @MainActor @Sendable (ProcessEventContext) async -> Void

  /// The event to listen to.
  public let event: ProcessEvent

  /// A Boolean value that indicates whether the event does nothing by default while this listens.
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

  /// The closure, or nil once cancelled.
  var body: Body? {
    currentBody.withLock { $0 }
  }

  /// Stops the listening and releases the closure.
  ///
  /// A closure that is running goes on; one that an event has not reached yet
  /// is not called any more. Cancelling twice does nothing. The last listener
  /// of an event gives back what the event took: a signal has its previous
  /// handler again when this returns.
  public func cancel() {
    // Swapped out under the lock and released after it: what the closure
    // captured may run code when it goes.
    let released = currentBody.withLock { body in
      let released = body
      body = nil
      return released
    }
    guard released != nil else { return }
    engine.remove(self)
  }
}
