extension ValueRelay {
  /// Sets `target` to the new value of every change, as long as `target` lives.
  ///
  /// If `target` was set after the change was made, it keeps its value.
  ///
  /// - Returns: The other relay.
  @discardableResult
  public func relayValue<Target: TwoWayRelay<Value>>(to target: Target) -> Target {
    core.relay(after: slot, to: target.core)
    return target
  }

  /// Sets `target` to the new value of every change, unless it already has an equal value.
  ///
  /// This lasts as long as `target` lives. If `target` was set after the change was made, it keeps
  /// its value.
  ///
  /// - Parameters:
  ///   - except: Whether `target` is also set when this relay is invoked manually.
  ///   - target: The other relay.
  /// - Returns: The other relay.
  @discardableResult
  public func relayUniqueValue<Target: TwoWayRelay<Value>>(
    _ except: RelayException = .always, to target: Target
  ) -> Target where Value: Equatable {
    core.relay(after: slot, to: target.core) { $0 == $1.new && !except.letsThrough($1) }
    return target
  }

  /// Adds a relay after this one, for a target that cannot be set, such as `button.relays.state`.
  ///
  /// Only its object can set such a property. So this sets nothing, and does not notify the
  /// observers of `target`. Only relays after the returned one are notified.
  ///
  /// - Returns: A relay that comes after this one.
  @discardableResult
  public func relayValue(to target: AssociativeValueRelay<Value>) -> ValueRelay<Value> {
    nextRelay()
  }

  /// Passes every change to a bearer, as long as the bearer's object lives.
  ///
  /// - Returns: A relay that comes after this one.
  @discardableResult
  public func relayValue(to bearer: BearerRelay<Value>) -> ValueRelay<Value> {
    relay(to: bearer, unless: { _ in false })
  }

  /// Passes every change to a different value to a bearer, as long as the bearer's object lives.
  ///
  /// The value is compared with this relay's previous value, because a bearer's value cannot be
  /// read.
  ///
  /// - Parameters:
  ///   - except: Whether the bearer also gets the value when this relay is invoked manually.
  ///   - bearer: The target of the values.
  /// - Returns: A relay that comes after this one.
  @discardableResult
  public func relayUniqueValue(
    _ except: RelayException = .always, to bearer: BearerRelay<Value>
  ) -> ValueRelay<Value> where Value: Equatable {
    relay(to: bearer, unless: except.unlessChanging())
  }

  // Without these overloads, the compiler reports values of different types as "failed to produce
  // diagnostic for expression".

  /// Rejects a target whose values have another type.
  @available(
    *, unavailable,
    message: """
      'to:' takes a settable relay or a bearer with values of the same type; convert the values \
      with 'map' first, as in '$text.map { $0.count }.relayValue(to: $count)'
      """
  )
  @_disfavoredOverload
  @discardableResult
  public func relayValue<Other>(to target: Other) -> Other { target }

  /// Rejects a target whose values have another type or cannot be compared.
  @available(
    *, unavailable,
    message: """
      'to:' takes a settable relay or a bearer with values of the same Equatable type; \
      convert the values with 'map' first, as in \
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

/// A target of values that cannot be observed.
///
/// `object.bearerRelays.name` sets a property. For other targets, use ``init(_:)`` or a subclass of
/// ``AssociativeBearerRelay``.
open class BearerRelay<Value> {
  /// Takes the new value of a change.
  ///
  /// - Returns: Whether the bearer takes further values, which is `false` after its object is
  ///   released.
  let take: (Changes<Value>) -> Bool

  init(take: @escaping (Changes<Value>) -> Bool) {
    self.take = take
  }

  /// Creates a bearer that calls a closure.
  ///
  /// - Parameter consumer: The closure, which is called with every change.
  public init(_ consumer: @escaping (Changes<Value>) -> Void) {
    take = { change in
      consumer(change)
      return true
    }
  }

  /// Creates a bearer that sets a property of an object, which it holds weakly.
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
