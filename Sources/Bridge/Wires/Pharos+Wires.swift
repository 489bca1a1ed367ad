public import Pharos
import Synchronization
public import ToolkitTrace

// Relays of Pharos.

extension WireSource {
  /// The relay of a key, also if nobody has made it yet: the wire carries each new value,
  /// on the thread that delivers the change.
  public static func relay(_ key: RelayKey<Value>) -> WireSource {
    WireSource(WireEnd(.relay, key.name)) { wire, deliver in
      RelayScope.current.observe(key, name: wire.name, at: (wire.fileID, wire.line)) { changes in
        deliver(changes.new)
      }
    }
  }

  /// A relay: the wire carries each new value, on the thread that delivers the change.
  ///
  /// - Parameters:
  ///   - relay: The relay.
  ///   - name: What lists and messages call it.
  /// - Returns: Where a wire may begin.
  @inlinable
  public static func relay(_ relay: SharedRelay<Value>, named name: String) -> WireSource {
    WireSource(WireEnd(.relay, name)) { _, deliver in
      let next = relay.nextRelay()
      next.whenDidSet { (changes: Changes<Value>) in deliver(changes.new) }
      return { next.discard() }
    }
  }

  /// The relay of a key, also if nobody has made it yet: the wire carries each change.
  public static func changes<Wrapped: Sendable>(of key: RelayKey<Wrapped>) -> WireSource
  where Value == Changes<Wrapped> {
    WireSource(WireEnd(.relay, key.name)) { wire, deliver in
      RelayScope.current.observe(key, name: wire.name, at: (wire.fileID, wire.line)) { changes in
        deliver(changes)
      }
    }
  }
}

extension WireTarget {
  /// Sets the relay of a key, which is made if nobody has.
  @inlinable
  public static func relay(_ key: RelayKey<Value>) -> WireTarget {
    WireTarget(WireEnd(.relay, key.name)) { wire in
      let target = KeyedRelay(key)
      let module = wire.module
      return { value in
        let relay = target.relay(for: value)
        Trace.span(key.name, kind: .relay, module: module) { relay.set(value) }
      }
    }
  }

  /// Sets a relay.
  ///
  /// - Parameters:
  ///   - relay: The relay.
  ///   - name: What lists and messages call it.
  /// - Returns: Where a wire may lead.
  @inlinable
  public static func relay(_ relay: SharedRelay<Value>, named name: String) -> WireTarget {
    WireTarget(WireEnd(.relay, name)) { wire in
      let module = wire.module
      return { value in
        Trace.span(name, kind: .relay, module: module) { relay.set(value) }
      }
    }
  }
}

/// The relay of a key, found or made once.
@usableFromInline
final class KeyedRelay<Value: Sendable>: Sendable {
  private let key: RelayKey<Value>
  private let scope = RelayScope.current
  private let found = Mutex<SharedRelay<Value>?>(nil)

  /// Looks in the world of the calling code, whenever it does.
  @usableFromInline
  init(_ key: RelayKey<Value>) {
    self.key = key
  }

  /// The relay; with a first value if nobody has made it yet.
  @usableFromInline
  func relay(for value: Value) -> SharedRelay<Value> {
    if let relay = found.withLock({ $0 }) { return relay }
    let relay = scope.relay(of: key, default: value)
    found.withLock { $0 = relay }
    return relay
  }
}
