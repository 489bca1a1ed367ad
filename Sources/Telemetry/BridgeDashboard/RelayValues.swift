import Synchronization

/// The relays whose values the dashboard may show.
///
/// - Concurrency: May be used from any thread. The closures run without the lock.
final class RelayValues: Sendable {
  private let readers = Mutex<[String: @Sendable () -> String?]>([:])

  /// Adds a relay, or replaces its reader.
  func add(_ key: String, _ read: @escaping @Sendable () -> String?) {
    readers.withLock { $0[key] = read }
  }

  /// The current values of the relays that exist, by their keys.
  var current: [String: String] { readers.withLock(\.self).compactMapValues { $0() } }
}
