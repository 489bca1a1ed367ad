import Khala
public import Pharos
import RheaTime
public import Synchronization
public import ToolkitTrace

// Relays of Pharos.

extension WireSource {
  /// The relay of a key, even if it has not been created yet.
  ///
  /// The wire carries each new value, on the thread that delivers the change.
  @inlinable
  public static func relay(_ key: RelayKey<Value>) -> WireSource {
    WireSource(WireEnd(.relay, key.name)) { wire, deliver in
      wire.observe(key) { (changes: Changes<Value>) in deliver(changes.new) }
    }
  }

  /// A relay, from which the wire carries each new value, on the thread that delivers the change.
  ///
  /// - Parameters:
  ///   - relay: The relay.
  ///   - name: The name in lists and messages.
  /// - Returns: The source of a wire.
  @inlinable
  public static func relay(_ relay: SharedRelay<Value>, named name: String) -> WireSource {
    WireSource(WireEnd(.relay, name)) { _, deliver in
      let next = relay.nextRelay()
      next.whenDidSet { (changes: Changes<Value>) in deliver(changes.new) }
      return { next.discard() }
    }
  }

  /// The changes of a key's relay, even if it has not been created yet.
  @inlinable
  public static func changes<Wrapped: Sendable>(of key: RelayKey<Wrapped>) -> WireSource
  where Value == Changes<Wrapped> {
    WireSource(WireEnd(.relay, key.name)) { wire, deliver in wire.observe(key, deliver) }
  }
}

extension Wire {
  /// Calls a closure for the changes of a key's relay, in the state of the calling code.
  ///
  /// - Returns: A closure that stops the observation.
  @usableFromInline
  func observe<Value: Sendable>(
    _ key: RelayKey<Value>, _ body: @escaping @Sendable (Changes<Value>) -> Void
  ) -> @Sendable () -> Void {
    RelayScope.current.observe(key, name: name, at: location, body)
  }
}

extension WireTarget {
  /// Sets the relay of a key, and creates it if necessary.
  ///
  /// Creating the relay counts as a change. All observers that have waited for the relay are
  /// notified of its first value, including observers of distinct values only.
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
  ///   - name: The name in lists and messages.
  /// - Returns: The target of a wire.
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

/// The relay of a key, which is looked up or created once.
///
/// It is safe to use, because it retains the relay until its own deinitialization.
@safe
@usableFromInline
final class KeyedRelay<Value: Sendable>: Sendable {
  private let key: RelayKey<Value>
  private let scope = RelayScope.current

  /// The retained relay, once it is known.
  ///
  /// An `AtomicLazyReference` would not be specialized in clients: each of its loads would look up
  /// the metadata of the relay at run time.
  @usableFromInline let found = unsafe Atomic<Unmanaged<SharedRelay<Value>>?>(nil)

  /// Creates a relay that is looked up in the state of the calling code.
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

  /// Looks up the relay and sets it, or creates it with this value.
  @usableFromInline
  func setFirst(_ value: Value) {
    let (relay, isNew) = scope.relay(of: key, with: value)
    keep(relay)
    if !isNew { relay.set(value) }
  }

  /// Stores a relay, unless another thread has already stored one.
  private func keep(_ relay: SharedRelay<Value>) {
    let kept = unsafe Unmanaged.passRetained(relay)
    let (isKept, _) = unsafe found.compareExchange(
      expected: nil, desired: kept, ordering: .acquiringAndReleasing)
    if !isKept { unsafe kept.release() }
  }
}

/// The source of a wire: something that happens, with a value.
///
/// The static members are the available sources: `.event(.userDidLogin)`, `.relay(.cartCount)`,
/// `.task("Sync", .succeeded)`, `.call("kl://feed/{id}")`, `.job("SendInvoice", .failed)`,
/// `.taskEvent(.didBecomeActive)`, `.notification(name)`.
public struct WireSource<Value: Sendable>: Sendable {
  /// A closure that starts to observe the source.
  ///
  /// It gets the wire and a closure to call with each value. It returns a closure that stops the
  /// observation, or throws an error if it cannot start.
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
