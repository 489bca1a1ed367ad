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

extension TwoWayRelay {
  /// Sets this relay to every element of a sequence from now on, as long as its property
  /// lives.
  ///
  /// ```swift
  /// @MainActor final class Screen {
  ///   @Relayed var title = ""
  ///
  ///   func follow(_ titles: AsyncStream<String>) {
  ///     $title.assign(from: titles)
  ///   }
  /// }
  /// ```
  ///
  /// Only code of an actor can call this, which the relay belongs to: that is where it
  /// can be set later. What belongs to no actor has no such place; there, a
  /// ``SharedRelay`` is set from the sequence.
  ///
  /// - Parameters:
  ///   - sequence: Where the values come from. An error ends it, and is reported to
  ///     ``RelaySettings/errorHandler``.
  ///   - isolation: The actor on which the relay is set: the one of this call.
  /// - Returns: What ends it before.
  @discardableResult
  public func assign<Source: AsyncSequence & Sendable>(
    from sequence: Source, isolation: isolated any Actor = #isolation
  ) -> RelayAssignment where Source.Element == Value {
    let origin = core.origin
    return RelayAssignment(
      Task { [weak core] in
        // The task runs on the actor because it captures it.
        _ = isolation
        await RelayAssignment.run(from: sequence, into: origin) { value in
          core?.write(value, from: .unknown)
        }
      })
  }
}

/// Two cores that take each other's values.
final class Bond {
  private let end: () -> Void

  /// Bonds two cores, without keeping either.
  init<Value>(_ one: Core<Value>, _ other: Core<Value>) {
    let slots = (
      one.relay(after: one.mainSlot(), to: other), other.relay(after: other.mainSlot(), to: one)
    )
    end = { [weak one, weak other] in
      one?.discard(slots.0)
      other?.discard(slots.1)
    }
    one.bonds.append(self)
    other.bonds.append(self)
  }

  /// Ends the bond.
  func remove() {
    end()
  }
}

extension Node {
  /// Ends all bonds of this core.
  final func removeBonds() {
    let ended = bonds
    bonds = []
    for bond in ended { bond.remove() }
  }
}
