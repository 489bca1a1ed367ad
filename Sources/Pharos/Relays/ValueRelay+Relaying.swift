extension ValueRelay {
  /// Sets another relay to the new value of every change, as long as it lives.
  ///
  /// - Returns: The other relay.
  @discardableResult
  public func relayValue<Target: TwoWayRelay<Value>>(to target: Target) -> Target {
    relay(to: target, unless: { _, _ in false })
    return target
  }

  /// Sets another relay to the new value of every change, unless it has an equal
  /// one, as long as it lives.
  ///
  /// - Returns: The other relay.
  @discardableResult
  public func relayUniqueValue<Target: TwoWayRelay<Value>>(to target: Target) -> Target
  where Value: Equatable {
    relay(to: target, unless: ==)
    return target
  }

  private func relay(
    to target: TwoWayRelay<Value>, unless isSpared: @escaping (Value, Value) -> Bool
  ) {
    core.relay(after: slot, to: target.core, unless: isSpared)
  }

  /// Sets a property of an object to the new value of every change, as long as the
  /// object lives.
  ///
  /// - Returns: A relay that comes after this one.
  @discardableResult
  public func relayValue(to bearer: BearerRelay<Value>) -> ValueRelay<Value> {
    let next = nextRelay()
    let place = next.slot
    next.update {
      $0.body = ObserverBody { [weak core] change in
        if !bearer.write(change.new) { core?.discard(place) }
      }
    }
    return next.nextRelay()
  }
}

extension Core {
  /// Sets another core to the new value of every change, unless a condition holds
  /// for its value and the new one.
  ///
  /// The other is not kept; once it is gone, nothing remains of this.
  func relay(
    after slot: Slot<Value>, to target: Core, unless isSpared: @escaping (Value, Value) -> Bool
  ) {
    let place = addSlot(after: slot)
    update(place) {
      $0.body = ObserverBody { [weak self, weak target] change in
        guard let target else {
          self?.discard(place)
          return
        }
        if isSpared(target.current, change.new) { return }
        target.write(change.new, from: change.source)
      }
    }
  }
}
