/// A callback that was added at run time, until it is cancelled.
///
/// Dropping the value does *not* cancel: most callbacks live as long as the
/// process. Keep it only if you want to ``cancel()``.
///
/// - Concurrency: May be cancelled from any thread, also by its own callback.
public final class RheaRegistration: Sendable {
  /// The event that is waited for.
  public let event: RheaEvent

  private let center: RheaCenter
  /// Weak, so that what a closure holds goes when the callback has had its one
  /// run, even if the registration is kept.
  private weak let callback: Callback?

  init(_ callback: Callback, center: RheaCenter) {
    self.event = callback.event
    self.center = center
    self.callback = callback
  }

  /// Takes the callback back and releases its closure.
  ///
  /// A callback that is running goes on; one that an occurrence of the event has
  /// not reached yet is not called any more. Cancelling twice does nothing.
  public func cancel() {
    // Held until the lock is released: what the closure captured may run code
    // when it goes.
    guard let callback else { return }
    withExtendedLifetime(callback) { center.remove(callback) }
  }
}
