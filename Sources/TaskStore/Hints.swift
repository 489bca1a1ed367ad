import Foundation
import Synchronization

/// A broadcaster of hints that something in a store has changed.
///
/// - Concurrency: May be used from any thread.
package final class Hints: Sendable {
  private let observers = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  /// Returns a stream of hints from now on.
  ///
  /// Simultaneous hints are combined.
  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      // The continuation is released after unlocking.
      _ = self?.observers.withLock { $0.removeValue(forKey: key) }
    }
    observers.withLock { $0[key] = continuation }
    return stream
  }

  /// Sends a hint to all observers.
  package func give() {
    let observers = observers.withLock { Array($0.values) }
    for observer in observers { observer.yield() }
  }
}
