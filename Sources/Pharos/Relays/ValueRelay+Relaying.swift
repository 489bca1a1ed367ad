extension ValueRelay {
  /// Sets another relay to the new value of every change, as long as it lives.
  ///
  /// A value that was set after that change stays.
  ///
  /// - Returns: The other relay.
  @discardableResult
  public func relayValue<Target: TwoWayRelay<Value>>(to target: Target) -> Target {
    core.relay(after: slot, to: target.core)
    return target
  }

  /// Sets another relay to the new value of every change, unless it has an equal
  /// one, as long as it lives.
  ///
  /// A value that was set after that change stays.
  ///
  /// - Parameters:
  ///   - except: Whether it is also set when this relay is invoked by hand.
  ///   - target: The other relay.
  /// - Returns: The other relay.
  @discardableResult
  public func relayUniqueValue<Target: TwoWayRelay<Value>>(
    _ except: RelayException = .always, to target: Target
  ) -> Target where Value: Equatable {
    core.relay(after: slot, to: target.core) { $0 == $1.new && !except.letsThrough($1) }
    return target
  }

  /// Names a relay whose value only its object sets, such as `button.relays.state`,
  /// as the next one.
  ///
  /// Its property takes no value, and what observes it elsewhere is notified of none;
  /// only the relays that come after the returned one are notified.
  ///
  /// - Returns: A relay that comes after this one.
  @discardableResult
  public func relayValue(to target: AssociativeValueRelay<Value>) -> ValueRelay<Value> {
    nextRelay()
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

  // The compiler finds no words for values of different types: "failed to produce
  // diagnostic for expression".

  /// Rejects a target whose values are of another type.
  @available(
    *, unavailable,
    message: """
      'to:' takes a relay that can be set, or a bearer, with values of the same type; make values \
      of that type with 'map' first, as in '$text.map { $0.count }.relayValue(to: $count)'
      """
  )
  @_disfavoredOverload
  @discardableResult
  public func relayValue<Other>(to target: Other) -> Other { target }

  /// Rejects a target whose values are of another type, or cannot be compared.
  @available(
    *, unavailable,
    message: """
      'to:' takes a relay that can be set, or a bearer, with values of the same Equatable type; \
      make values of that type with 'map' first, as in \
      '$text.map { $0.count }.relayUniqueValue(to: $count)'
      """
  )
  @_disfavoredOverload
  @discardableResult
  public func relayUniqueValue<Other>(
    _ except: RelayException = .always, to target: Other
  ) -> Other { target }

  private func relay(
    to bearer: BearerRelay<Value>, unless isSpared: @escaping (Changes<Value>) -> Bool
  ) -> ValueRelay<Value> {
    let next = nextRelay()
    let added = next.slot
    next.update {
      $0.body = Observer { [weak core] change in
        if !isSpared(change), !bearer.take(change) { core?.discard(added) }
      }
    }
    return next.nextRelay()
  }
}

/// Something that values can be relayed to, and that cannot be observed.
///
/// `object.bearerRelays.name` is one that sets a property. For other targets, there is ``init(_:)``, or a subclass of
/// ``AssociativeBearerRelay``.
open class BearerRelay<Value> {
  /// Takes a value.
  ///
  /// - Returns: Whether the object is still there that wants more of them.
  let take: (Changes<Value>) -> Bool

  init(take: @escaping (Changes<Value>) -> Bool) {
    self.take = take
  }

  /// Has a closure take the values.
  ///
  /// - Parameter consumer: What is called with every change.
  public init(_ consumer: @escaping (Changes<Value>) -> Void) {
    take = { change in
      consumer(change)
      return true
    }
  }

  /// Names a property of an object, which is not kept.
  public init<Object: AnyObject>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    take = Self.take(whileAlive: object) { $0[keyPath: property] = $1.new }
  }

  static func take<Object: AnyObject>(
    whileAlive object: Object, _ consumer: @escaping (Object, Changes<Value>) -> Void
  ) -> (Changes<Value>) -> Bool {
    { [weak object] change in
      guard let object else { return false }
      consumer(object, change)
      return true
    }
  }
}

@available(*, unavailable)
extension BearerRelay: Sendable {}
