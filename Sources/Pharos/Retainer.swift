/// Discards relays when it is released, or asked to.
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
  /// The closures that end the retainer's part in a relay, in the order in which the relays came.
  private var endings: [() -> Void] = []
  /// The places of the relays.
  private var places: Set<ObjectIdentifier> = []
  private var kept: [AnyObject] = []

  /// Makes a retainer that manages nothing.
  public init() {}

  deinit {
    discardAll()
  }

  /// Manages a relay, unless it does already.
  func add(_ slot: Slot, of core: Node) {
    guard places.insert(ObjectIdentifier(slot)).inserted else { return }
    core.claim(slot)
    // A derived value lives only as long as there are references to it.
    if unsafe core.derivation != nil || core.maker != nil { kept.append(core) }
    // The slot is kept, so that its place in the set remains its own.
    endings.append { [weak core] in core?.unclaim(slot) }
  }

  /// Keeps an object as long as itself.
  func keep(_ object: AnyObject) {
    kept.append(object)
  }

  /// Has a closure called once when the retainer is released or asked to discard, in the
  /// order in which it came to what the retainer manages.
  ///
  /// ```swift
  /// scope.onDiscard { feed.close() }
  /// ```
  public func onDiscard(_ action: @escaping () -> Void) {
    endings.append(action)
  }

  /// Discards all relays that no other retainer manages.
  ///
  /// The retainer manages nothing then, and can be used again.
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
  /// Has the relay discarded with a retainer, together with those that come after
  /// it.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.add(slot, of: core)
    return self
  }

  /// Has the relay discarded with a retainer: another name of
  /// ``referenceManaged(by:)``.
  @discardableResult
  public func retained(by retainer: Retainer) -> Self {
    referenceManaged(by: retainer)
  }
}

/// An object that keeps relays of your own which are to live as long as it does: those
/// of ``AssociativeRelay/retainToSource()``.
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
  /// Returns the retainer that keeps relays for an object, if there is one.
  static func keeper(of object: AnyObject) -> Retainer? {
    (object as? any RelayKeeping)?.relayKeeper ?? associated(with: object)
  }
}
