import Synchronization

/// The relays with keys that the calling code sees: the process's, or those of a test
/// around it.
///
/// Code that runs later elsewhere keeps it, to reach the same relays.
package struct RelayScope: Sendable {
  private let directory: RelayDirectory

  /// The relays of the calling code.
  package static var current: RelayScope { RelayScope(directory: .current) }

  /// Returns the relay of a key; if there is none, makes it with a value that was set, and
  /// notifies all observers that have waited for it.
  ///
  /// If a relay of another type has the key, the error handler is called, and the relay is
  /// not shared.
  ///
  /// - Returns: The relay, and whether it has been made.
  package func relay<Value>(
    of key: RelayKey<Value>, with value: Value
  ) -> (relay: SharedRelay<Value>, isNew: Bool) {
    if case .found(let relay) = directory.look(for: key) { return (relay, false) }
    return directory.make(key, from: key.origin, with: value, isSet: true)
  }

  /// Calls a closure for every change of a key's relay, also if that is made later.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: What messages and lists call the observer.
  ///   - location: Where it is added.
  ///   - body: Runs where the change is delivered.
  /// - Returns: What ends that.
  package func observe<Value>(
    _ key: RelayKey<Value>, name: String, at location: CodeLocation,
    _ body: @escaping @Sendable (Changes<Value>) -> Void
  ) -> @Sendable () -> Void {
    let holder = AttachedRelay<Value>()
    let observer = DeclaredObserver(
      of: UntypedKey(key), id: Self.nextID(), name: name,
      module: location.module, location: location
    ) { relay, _ in
      guard let relay = relay as? SharedRelay<Value> else { return nil }
      let next = relay.nextRelay()
      next.observe(on: nil, sparing: nil, body)
      holder.hold(next)
      return DeclaredObserver.Attachment(isReplaying: false) {
        next.core.replay(to: next.slot)
      }
    }
    directory.add(observer)
    return { [directory] in
      directory.remove(observer)
      holder.end()
    }
  }

  /// Counts from the far end: records have numbers of their own, spread over all.
  private static func nextID() -> UInt64 {
    latest.wrappingSubtract(1, ordering: .relaxed).newValue
  }

  private static let latest = Atomic<UInt64>(.max)
}

/// The relay that an observer was put at, once there is one.
private final class AttachedRelay<Value: Sendable>: Sendable {
  private struct State {
    var relay: SharedRelay<Value>?
    var hasEnded = false
  }

  private let state = Mutex(State())

  func hold(_ relay: SharedRelay<Value>) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.relay = relay }
      return state.hasEnded
    }
    if hasEnded { relay.discard() }
  }

  func end() {
    let relay = state.withLock { state in
      state.hasEnded = true
      return state.relay.take()
    }
    relay?.discard()
  }
}
