import Synchronization

/// The signals of this process that are being handled, seen together: a Ctrl-C
/// may follow a `SIGTERM`.
///
/// - Concurrency: May be used from any thread.
final class SignalTraffic: Sendable {
  private let disposition = Mutex(SignalDisposition())

  /// Applies a rule.
  func update<Result: Sendable>(_ rule: (inout SignalDisposition) -> Result) -> Result {
    disposition.withLock { rule(&$0) }
  }
}
