import Foundation
import Synchronization

/// Tells those who wait that something in a store has changed.
///
/// - Concurrency: May be used from any thread.
final class Hints: Sendable {
  private let observers = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  /// Returns the hints from now on; several that come at once are one.
  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      // Released after unlocking.
      _ = self?.observers.withLock { $0.removeValue(forKey: key) }
    }
    observers.withLock { $0[key] = continuation }
    return stream
  }

  /// Gives a hint to all that wait for one.
  func give() {
    let observers = observers.withLock { Array($0.values) }
    for observer in observers { observer.yield() }
  }
}
