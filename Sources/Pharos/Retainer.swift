/// Discards relays when it is released, or told to.
///
/// ```swift
/// var retainer: Retainer = .init()
///
/// func observeText() {
///   $text.addDidSet { changes in print(changes.new) }
///     .referenceManaged(by: retainer)
/// }
/// ```
///
/// A relay that several retainers manage is discarded with the last of them.
///
/// - Concurrency: Belongs to the code that its relays belong to, and is not
///   `Sendable`.
public final class Retainer {
  private var relays: [ObjectIdentifier: any Retained] = [:]
  private var order: [ObjectIdentifier] = []
  private var kept: [AnyObject] = []

  /// Makes a retainer that manages nothing.
  public init() {}

  deinit {
    discardAll()
  }

  /// Manages a relay, unless it does already.
  func add(_ relay: any Retained) {
    let id = ObjectIdentifier(relay.claims)
    guard relays[id] == nil else { return }
    relay.claims.count += 1
    relays[id] = relay
    order.append(id)
  }

  /// Keeps an object as long as itself.
  func keep(_ object: AnyObject) {
    kept.append(object)
  }

  /// Discards all relays that no other retainer manages.
  ///
  /// The retainer manages nothing then, and can be used again.
  public func discardAll() {
    let (relays, order) = (relays, order)
    self.relays = [:]
    self.order = []
    kept = []
    for id in order {
      guard let relay = relays[id] else { continue }
      relay.claims.count -= 1
      if relay.claims.count == 0 { relay.discard() }
    }
  }
}

@available(*, unavailable)
extension Retainer: Sendable {}

/// A relay, as its retainers see it.
protocol Retained: AnyObject {
  /// Who wants it to live; the same object for all handles of one place.
  var claims: RetainerClaims { get }

  func discard()
}

/// How many retainers manage a relay.
@usableFromInline
final class RetainerClaims {
  var count = 0
}

extension ValueRelay: Retained {
  var claims: RetainerClaims { slot.claims }

  /// Has the relay discarded with a retainer, together with those that come after
  /// it.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.add(self)
    return self
  }

  /// Has the relay discarded with a retainer: another name of
  /// ``referenceManaged(by:)``.
  @discardableResult
  public func retained(by retainer: Retainer) -> Self {
    referenceManaged(by: retainer)
  }
}
