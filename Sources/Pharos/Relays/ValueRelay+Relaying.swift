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
  /// - Parameters:
  ///   - except: Whether it is also set when this relay is invoked by hand.
  ///   - target: The other relay.
  /// - Returns: The other relay.
  @discardableResult
  public func relayUniqueValue<Target: TwoWayRelay<Value>>(
    _ except: RelayException = .always, to target: Target
  ) -> Target where Value: Equatable {
    relay(to: target) { $0 == $1.new && !except.letsThrough($1) }
    return target
  }

  private func relay(
    to target: TwoWayRelay<Value>, unless isSpared: @escaping (Value, Changes<Value>) -> Bool
  ) {
    core.relay(after: slot, to: target.core, unless: isSpared)
  }

  /// Has a bearer take the new value of every change, as long as its object lives.
  ///
  /// - Returns: A relay that comes after this one.
  @discardableResult
  public func relayValue(to bearer: BearerRelay<Value>) -> ValueRelay<Value> {
    relay(to: bearer, unless: { _ in false })
  }

  /// Has a bearer take the new value of every change that differs from the one before,
  /// as long as its object lives.
  ///
  /// A bearer cannot be asked for the value that it has.
  ///
  /// - Parameters:
  ///   - except: Whether it also takes the value when this relay is invoked by hand.
  ///   - bearer: What takes the values.
  /// - Returns: A relay that comes after this one.
  @discardableResult
  public func relayUniqueValue(
    _ except: RelayException = .always, to bearer: BearerRelay<Value>
  ) -> ValueRelay<Value> where Value: Equatable {
    relay(to: bearer, unless: except.unlessChanging())
  }

  private func relay(
    to bearer: BearerRelay<Value>, unless isSpared: @escaping (Changes<Value>) -> Bool
  ) -> ValueRelay<Value> {
    let next = nextRelay()
    let place = next.slot
    next.update {
      $0.body = ObserverBody { [weak core] change in
        if !isSpared(change), !bearer.take(change) { core?.discard(place) }
      }
    }
    return next.nextRelay()
  }
}

extension Core {
  /// Sets another core to the new value of every change, unless a condition holds
  /// for its value and the change.
  ///
  /// The other is not kept; once it is gone, nothing remains of this.
  func relay(
    after slot: Slot<Value>, to target: Core,
    unless isSpared: @escaping (Value, Changes<Value>) -> Bool
  ) {
    let place = addSlot(after: slot)
    update(place) {
      $0.body = ObserverBody { [weak self, weak target] change in
        guard let target else {
          self?.discard(place)
          return
        }
        if isSpared(target.current, change) { return }
        target.write(change.new, from: change.source)
      }
    }
  }
}
