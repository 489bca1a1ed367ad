public import Pharos
import ToolkitTrace

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
  public static func relay(_ key: RelayKey<Value>) -> WireTarget {
    WireTarget(WireEnd(.relay, key.name)) { wire in
      let scope = RelayScope.current
      let module = wire.place.module
      return { value in
        Trace.span(key.name, kind: .relay, module: module) { scope.set(key, to: value) }
      }
    }
  }

  /// Sets a relay.
  ///
  /// - Parameters:
  ///   - relay: The relay.
  ///   - name: What lists and messages call it.
  public static func relay(_ relay: SharedRelay<Value>, named name: String) -> WireTarget {
    WireTarget(WireEnd(.relay, name)) { wire in
      let module = wire.place.module
      return { value in
        Trace.span(name, kind: .relay, module: module) { relay.set(value) }
      }
    }
  }
}
