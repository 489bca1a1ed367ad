/// A relay whose value can be set, and which can be bonded with others.
open class TwoWayRelay<Value>: ValueRelay<Value> {
  /// Sets the value and notifies the observers.
  public func apply(value: Value) {
    core.write(value, from: ChangeSource(self))
  }

  /// Sets the value to a change's new one, with the change's source, and tells the
  /// observers.
  public func relayBack(changes: Changes<Value>) {
    core.write(changes.new, from: changes.source)
  }

  /// Makes this relay and another take each other's values from now on.
  ///
  /// Whichever of them is set, the observers of both are notified, once. If both are set
  /// before that, both end with the value that was set last. Neither keeps the other.
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
