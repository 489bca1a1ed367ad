/// A relay whose value can be set, and that can be bonded with other relays.
open class TwoWayRelay<Value>: ValueRelay<Value> {
  /// Sets the value and notifies the observers.
  public func apply(value: Value) {
    core.write(value, from: ChangeSource(self))
  }

  /// Sets the value to the new value of `changes`, with the source of `changes`, and notifies the
  /// observers.
  public func relayBack(changes: Changes<Value>) {
    core.write(changes.new, from: changes.source)
  }

  /// Makes this relay and `other` take each other's new values from now on.
  ///
  /// If you set one of them, the observers of both are notified once. If both are set before that,
  /// both end up with the value that was set last. Neither relay keeps the other alive.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func bonding(with other: TwoWayRelay<Value>) -> Self {
    _ = Bond(core, other.core)
    return self
  }

  /// Sets another relay to this relay's value, and bonds them.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func bondAndApply(to other: TwoWayRelay<Value>) -> Self {
    other.core.write(core.current, from: ChangeSource(self))
    return bonding(with: other)
  }

  /// Sets this relay to another relay's value, and bonds them.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func bondAndMap(from other: TwoWayRelay<Value>) -> Self {
    core.write(other.core.current, from: ChangeSource(other))
    return bonding(with: other)
  }

  /// Removes all bonds of this relay.
  public func removeBond() {
    core.removeBonds()
  }
}

/// The main relay of a property: the type of `$property`.
public final class BondableRelay<Value>: TwoWayRelay<Value> {}

extension TwoWayRelay {
  /// Sets this relay to each element of a sequence from now on, as long as its property lives.
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
  /// Call this on the actor to which the relay belongs, because that is where the relay is set
  /// later. For a relay that belongs to no actor, use a ``SharedRelay`` instead.
  ///
  /// - Parameters:
  ///   - sequence: The source of the values. If it throws, the assignment ends, and the error is
  ///     reported to ``RelaySettings/errorHandler``.
  ///   - isolation: The actor on which the relay is set, which is the caller's.
  /// - Returns: The assignment, with which you can stop early.
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

/// A connection of two cores that take each other's values.
final class Bond {
  private let end: () -> Void

  /// Bonds two cores, and holds both weakly.
  init<Value>(_ one: Core<Value>, _ other: Core<Value>) {
    let slots = (
      one.relay(after: one.mainSlot(), to: other), other.relay(after: other.mainSlot(), to: one)
    )
    end = { [weak one, weak other] in
      one?.discard(slots.0)
      other?.discard(slots.1)
    }
    one.companions.append(self)
    other.companions.append(self)
  }

  /// Removes the bond.
  func remove() {
    end()
  }
}

extension Node {
  /// Removes all bonds of this core.
  final func removeBonds() {
    let ended = companions
    companions.removeAll { $0 is Bond }
    for companion in ended { (companion as? Bond)?.remove() }
  }
}
