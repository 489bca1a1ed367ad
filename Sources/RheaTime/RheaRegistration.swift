import Synchronization

/// A callback that was added at run time, until it is cancelled.
///
/// Dropping the value does *not* cancel: most callbacks live as long as the
/// process. Keep it only if you want to ``cancel()``.
///
/// - Concurrency: May be cancelled from any thread, also by its own callback.
public final class RheaRegistration: Sendable {
  /// What is waited for.
  public let event: RheaEvent

  private let center: RheaCenter
  private let callback: Mutex<Callback?>

  init(_ callback: Callback, center: RheaCenter) {
    self.event = callback.event
    self.center = center
    self.callback = Mutex(callback)
  }

  /// Takes the callback back and releases its closure.
  ///
  /// A callback that is running goes on; one that an occurrence of the event has
  /// not reached yet is not called any more. Cancelling twice does nothing.
  public func cancel() {
    // Released outside the lock: what the closure captured may run code when it
    // goes.
    let cancelled = callback.withLock { $0.take() }
    guard let cancelled else { return }
    center.remove(cancelled)
  }
}
