/// A relay whose value can be set, and which can be bonded with others.
open class TwoWayRelay<Value>: ValueRelay<Value> {
  /// Sets the value and tells the observers.
  public func apply(value: Value) {
    core.write(value, from: ChangeSource(self))
  }

  /// Makes this relay and another take each other's values from now on.
  ///
  /// Whichever of them is set, the observers of both are told, once. Neither
  /// keeps the other.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func bonding(with other: TwoWayRelay<Value>) -> Self {
    _ = Bond(core, other.core)
    return self
  }

  /// Sets another relay to this one's value, and bonds them.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func bondAndApply(to other: TwoWayRelay<Value>) -> Self {
    other.core.write(core.current, from: ChangeSource(self))
    return bonding(with: other)
  }

  /// Sets this relay to another one's value, and bonds them.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func bondAndMap(from other: TwoWayRelay<Value>) -> Self {
    core.write(other.core.current, from: ChangeSource(other))
    return bonding(with: other)
  }

  /// Ends all bonds of this relay.
  public func removeBond() {
    core.removeBonds()
  }
}

/// The main relay of a property, which `$property` is.
public final class BondableRelay<Value>: TwoWayRelay<Value> {}

/// A relay that belongs to an object: what the object's `bondableRelays` gives,
/// and a base for your own.
///
/// One of your own tells of the object's changes with ``TwoWayRelay/apply(value:)``
/// and observes itself to change the object.
open class AssociativeTwoWayRelay<Value>: TwoWayRelay<Value> {
  /// The object, as long as it lives.
  public private(set) weak var associatedObject: AnyObject?

  /// Makes a relay with a value of its own.
  ///
  /// - Parameters:
  ///   - object: The object that the value is about.
  ///   - currentValue: The first value.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  public init(
    _ object: AnyObject, currentValue: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let core = Core(currentValue, origin: RelayOrigin(fileID: fileID, line: line))
    associatedObject = object
    super.init(core: core, slot: core.mainSlot())
  }

  /// Makes a relay for an observable of the object.
  init(_ object: AnyObject, core: Core<Value>) {
    associatedObject = object
    super.init(core: core, slot: core.addSlot(after: core.mainSlot()))
  }

  /// Has the relay live as long as its object.
  ///
  /// One for an observable of the object does so anyway. One of your own is kept
  /// by the object's ``RelayBearing/relayKeeper``.
  ///
  /// - Returns: This relay.
  @discardableResult
  open func retainToSource() -> Self {
    (associatedObject as? any RelayBearing)?.relayKeeper?.keep(self)
    return self
  }
}
