// Which values differ is a matter of the closure; the relays after this one are notified
// of all changes.
extension ValueRelay where Value: Equatable {
  /// Has a closure called with every change to a value that differs from the one
  /// before, in place of the one that was called until now.
  ///
  /// - Parameters:
  ///   - except: Whether it is also called when the relay is invoked by hand.
  ///   - isolation: Where the closure runs: where this is called.
  ///   - body: What is called.
  /// - Returns: This relay.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    then body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    observe(on: isolation, sparing: except.unlessChanging(), body)
  }

  /// Has a closure called at every change to a value that differs from the one
  /// before, in place of the one that was called until now.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    then body: @escaping () -> Void
  ) -> Self {
    observe(on: isolation, sparing: except.unlessChanging()) { _ in body() }
  }

  /// Has a closure called with an object and every change to a value that differs from
  /// the one before, without keeping the object.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    with object: Object, then body: @escaping (Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(
      from: slot, on: isolation, sparing: except.unlessChanging(), whileAlive: object, body)
    return self
  }

  /// Has a method of an object called with every change to a value that differs
  /// from the one before, without keeping the object.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    invoke object: Object, method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: isolation, sparing: except.unlessChanging(), whileAlive: object) {
      method($0)($1)
    }
    return self
  }

  /// Has a method of an object on the main actor called with every change to a value
  /// that differs from the one before, without keeping the object.
  @_disfavoredOverload
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, invoke object: Object,
    method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: except.unlessChanging(), onMain: object, method)
    return self
  }

  /// Has a closure called on an actor with every change to a value that differs from
  /// the one before, without keeping the actor.
  @discardableResult
  public func whenDidUniqueSet<Object: Actor>(
    _ except: RelayException = .always, invoke actor: Object,
    _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: except.unlessChanging(), onActor: actor, body)
    return self
  }

  /// Makes a relay that comes after this one, and has a closure called with every
  /// change to a value that differs from the one before.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidUniqueSet(except, isolation: isolation, then: body)
  }

  /// Makes a relay that comes after this one, and has a closure called at every
  /// change to a value that differs from the one before.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping () -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidUniqueSet(except, isolation: isolation, then: body)
  }
}

/// The treatment of ``ValueRelay/invokeRelayWithCurrentValue()`` by an observer that ignores
/// equal values.
///
/// Nothing changes when a relay is invoked by hand, so that an observer of other
/// values alone is not notified, unless it says so:
///
/// ```swift
/// $text.whenDidUniqueSet(.exceptInvokedManually) { changes in print(changes.new) }
///   .invokeRelayWithCurrentValue()
/// ```
public enum RelayException: Sendable, Hashable {
  /// It is kept away like any other.
  case always
  /// It is let through.
  case exceptInvokedManually

  /// Returns whether a change is let through, whatever its values.
  @inlinable
  func letsThrough<Value>(_ change: Changes<Value>) -> Bool {
    self == .exceptInvokedManually && change.invokedManually
  }

  /// Returns a filter that ignores changes for which a condition holds.
  func unless<Value>(
    _ isIgnored: @escaping (Changes<Value>) -> Bool
  ) -> (Changes<Value>) -> Bool {
    self == .always ? isIgnored : { !letsThrough($0) && isIgnored($0) }
  }

  /// Returns a filter that ignores changes between equal values.
  func unlessChanging<Value: Equatable>() -> (Changes<Value>) -> Bool {
    unless(\.isNotChanging)
  }
}
