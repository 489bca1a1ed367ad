import Khala
public import Pharos
import RheaTime
public import Synchronization
public import ToolkitTrace

// Relays of Pharos.

extension WireSource {
  /// The relay of a key, also if it has not been made yet: the wire carries each new value,
  /// on the thread that delivers the change.
  @inlinable
  public static func relay(_ key: RelayKey<Value>) -> WireSource {
    WireSource(WireEnd(.relay, key.name)) { wire, deliver in
      wire.observe(key) { (changes: Changes<Value>) in deliver(changes.new) }
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

  /// The relay of a key, also if it has not been made yet: the wire carries each change.
  @inlinable
  public static func changes<Wrapped: Sendable>(of key: RelayKey<Wrapped>) -> WireSource
  where Value == Changes<Wrapped> {
    WireSource(WireEnd(.relay, key.name)) { wire, deliver in wire.observe(key, deliver) }
  }
}

extension Wire {
  /// Calls a closure for the changes of a key's relay, in the state of the calling code.
  ///
  /// - Returns: What ends that.
  @usableFromInline
  func observe<Value: Sendable>(
    _ key: RelayKey<Value>, _ body: @escaping @Sendable (Changes<Value>) -> Void
  ) -> @Sendable () -> Void {
    RelayScope.current.observe(key, name: name, at: location, body)
  }
}

extension WireTarget {
  /// Sets the relay of a key, and makes it if it has not been made.
  ///
  /// What makes the relay is a change as well: all observers that have waited for the relay
  /// are notified of its first value, also those that are only notified of values that differ.
  @inlinable
  public static func relay(_ key: RelayKey<Value>) -> WireTarget {
    WireTarget(WireEnd(.relay, key.name)) { wire in
      let target = KeyedRelay(key)
      let module = wire.module
      return { value in
        Trace.span(key.name, kind: .relay, module: module) { target.set(value) }
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
///
/// It is safe to use, as it keeps the relay until its own end.
@safe
@usableFromInline
final class KeyedRelay<Value: Sendable>: Sendable {
  private let key: RelayKey<Value>
  private let scope = RelayScope.current

  /// The relay, retained, once there is one.
  ///
  /// Not an `AtomicLazyReference`, which no client specialises: each of its loads would look up
  /// the metadata of the relay at run time.
  @usableFromInline let found = unsafe Atomic<Unmanaged<SharedRelay<Value>>?>(nil)

  /// Looks in the state of the calling code, at each call.
  @usableFromInline
  init(_ key: RelayKey<Value>) {
    self.key = key
  }

  deinit {
    unsafe found.load(ordering: .acquiring)?.release()
  }

  /// Sets the relay.
  @inlinable
  func set(_ value: Value) {
    guard let relay = unsafe found.load(ordering: .acquiring) else { return setFirst(value) }
    unsafe relay._withUnsafeGuaranteedRef { $0.set(value) }
  }

  /// Finds the relay and sets it, or makes it with this value.
  @usableFromInline
  func setFirst(_ value: Value) {
    let (relay, isNew) = scope.relay(of: key, with: value)
    keep(relay)
    if !isNew { relay.set(value) }
  }

  /// Keeps a relay, unless another thread has been faster.
  private func keep(_ relay: SharedRelay<Value>) {
    let kept = unsafe Unmanaged.passRetained(relay)
    let (isKept, _) = unsafe found.compareExchange(
      expected: nil, desired: kept, ordering: .acquiringAndReleasing)
    if !isKept { unsafe kept.release() }
  }
}

/// The source of a wire: something that happens, and the value that comes with it.
///
/// The static members are the things there are: `.event(.userDidLogin)`,
/// `.relay(.cartCount)`, `.task("Sync", .done)`, `.call("kl://feed/{id}")`,
/// `.job("SendInvoice", .failed)`, `.taskEvent(.didBecomeActive)`, `.notification(name)`.
public struct WireSource<Value: Sendable>: Sendable {
  /// Begins to listen.
  ///
  /// It gets the wire, and what to do with each value; it returns what ends the
  /// listening, or throws why it cannot begin.
  @usableFromInline
  typealias Listen =
    @Sendable (
      _ wire: Wire, _ deliver: @escaping @Sendable (Value) -> Void
    ) throws -> @Sendable () -> Void

  /// The source as data.
  public let end: WireEnd

  @usableFromInline let listen: Listen

  @inlinable
  init(_ end: WireEnd, listen: @escaping Listen) {
    self.end = end
    self.listen = listen
  }
}
