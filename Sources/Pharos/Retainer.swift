/// An object that discards its relays when it is released, or when you ask it to.
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
/// If several retainers manage a relay, it is discarded with the last of them.
///
/// - Concurrency: Belongs to the code that its relays belong to, and is not `Sendable`.
public final class Retainer {
  /// The closures to call when the retainer discards: `onDiscard` closures and releases of relays,
  /// in the order in which they were added.
  private var endings: [() -> Void] = []
  /// The slots of the relays.
  private var places: Set<ObjectIdentifier> = []
  private var kept: [AnyObject] = []

  /// Makes a retainer that manages nothing.
  public init() {}

  deinit {
    discardAll()
  }

  /// Manages a relay, unless the retainer manages it already.
  func add(_ slot: Slot, of core: Node) {
    guard places.insert(ObjectIdentifier(slot)).inserted else { return }
    core.claim(slot)
    // A derived value lives only as long as there are references to it.
    if unsafe core.derivation != nil || core.isMade { kept.append(core) }
    // The closure keeps the slot, so that no other slot can get the same identifier in `places`.
    endings.append { [weak core] in core?.unclaim(slot) }
  }

  /// Keeps an object alive until the retainer discards.
  func keep(_ object: AnyObject) {
    kept.append(object)
  }

  /// Calls `action` once, when the retainer is released or discards its relays.
  ///
  /// Relays are discarded and actions are called in the order in which they were added.
  ///
  /// ```swift
  /// scope.onDiscard { feed.close() }
  /// ```
  public func onDiscard(_ action: @escaping () -> Void) {
    endings.append(action)
  }

  /// Discards all relays that no other retainer manages.
  ///
  /// The retainer is empty afterwards, and can be used again.
  public func discardAll() {
    let (ended, released) = (endings, kept)
    endings = []
    places = []
    kept = []
    for end in ended { end() }
    _ = released
  }
}

@available(*, unavailable)
extension Retainer: Sendable {}

extension ValueRelay {
  /// Lets `retainer` discard this relay, together with all relays after it.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.add(slot, of: core)
    return self
  }

  /// Lets `retainer` discard this relay: another name of ``referenceManaged(by:)``.
  @discardableResult
  public func retained(by retainer: Retainer) -> Self {
    referenceManaged(by: retainer)
  }
}

/// An object that keeps your own relays as long as it lives.
///
/// ``AssociativeRelay/retainToSource()`` needs it.
///
/// ```swift
/// final class Slider: RelayKeeping {
///   let relayKeeper = Retainer()
/// }
/// ```
public protocol RelayKeeping: AnyObject {
  /// The object that keeps the relays.
  var relayKeeper: Retainer { get }
}

extension Retainer {
  /// Returns the retainer that keeps relays for an object, or `nil` if it has none.
  static func keeper(of object: AnyObject) -> Retainer? {
    (object as? any RelayKeeping)?.relayKeeper ?? associated(with: object)
  }
}
