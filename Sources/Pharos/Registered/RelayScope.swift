import Synchronization

/// The relays with keys that the calling code sees, which belong to the process or to a fresh
/// state.
///
/// Code that runs later or elsewhere keeps a scope to use the same relays.
package struct RelayScope: Sendable {
  private let directory: RelayDirectory

  /// The relays of the calling code.
  package static var current: RelayScope { RelayScope(directory: .current) }

  /// Returns the relay of a key, and makes it with `value` if it does not exist.
  ///
  /// If the relay is new, all observers that have waited for it are notified of the value. If a
  /// relay of another type has the key, the error handler is called, and the returned relay is not
  /// shared.
  ///
  /// - Returns: The relay, and whether it is new.
  package func relay<Value>(
    of key: RelayKey<Value>, with value: Value
  ) -> (relay: SharedRelay<Value>, isNew: Bool) {
    if case .found(let relay) = directory.look(for: key) { return (relay, false) }
    return directory.make(key, from: key.origin, with: value, isSet: true)
  }

  /// Calls a closure on every change of a key's relay, which may be made later.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: The name of the observer in messages and lists.
  ///   - location: The source location of the call.
  ///   - body: The closure, which runs where the change is delivered.
  /// - Returns: A closure that removes the observer.
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

  /// Counts down from the maximum, because the IDs of records are spread over all numbers.
  private static func nextID() -> UInt64 {
    latest.wrappingSubtract(1, ordering: .relaxed).newValue
  }

  private static let latest = Atomic<UInt64>(.max)
}

/// The relay to which an observer was added, once it exists.
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
