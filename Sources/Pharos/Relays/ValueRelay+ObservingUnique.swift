// These methods filter the changes for one closure. The relays after this one are notified of all
// changes.
extension ValueRelay where Value: Equatable {
  /// Calls `body` whenever the value changes to a different one, in place of the relay's previous
  /// closure.
  ///
  /// - Parameters:
  ///   - except: Whether `body` is also called when the relay is invoked manually.
  ///   - isolation: The actor on which `body` runs, which is the caller's.
  ///   - body: The closure to call.
  /// - Returns: This relay.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    then body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    observe(on: isolation, sparing: except.unlessChanging(), body)
  }

  /// Calls `body` whenever the value changes to a different one, in place of the relay's previous
  /// closure.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    then body: @escaping () -> Void
  ) -> Self {
    observe(on: isolation, sparing: except.unlessChanging()) { _ in body() }
  }

  /// Calls `body` with `object` whenever the value changes to a different one.
  ///
  /// Holds `object` weakly.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    with object: Object, then body: @escaping (Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(
      from: slot, on: isolation, sparing: except.unlessChanging(), whileAlive: object, body)
    return self
  }

  /// Calls `method` of `object` whenever the value changes to a different one.
  ///
  /// Holds `object` weakly.
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

  /// Calls `method` of `object` on the main actor whenever the value changes to a different one.
  ///
  /// Holds `object` weakly.
  @_disfavoredOverload
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, invoke object: Object,
    method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: except.unlessChanging(), onMain: object, method)
    return self
  }

  /// Calls `body` on `actor` whenever the value changes to a different one.
  ///
  /// Holds `actor` weakly.
  @discardableResult
  public func whenDidUniqueSet<Object: Actor>(
    _ except: RelayException = .always, invoke actor: Object,
    _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: except.unlessChanging(), onActor: actor, body)
    return self
  }

  /// Adds a relay after this one, and calls `body` whenever the value changes to a different one.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidUniqueSet(except, isolation: isolation, then: body)
  }

  /// Adds a relay after this one, and calls `body` whenever the value changes to a different one.
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

/// A choice of what an observer that ignores equal values does when its relay is invoked manually.
///
/// ``ValueRelay/invokeRelayWithCurrentValue()`` does not change the value. So by default such an
/// observer is not called. Pass `exceptInvokedManually` to call it anyway:
///
/// ```swift
/// $text.whenDidUniqueSet(.exceptInvokedManually) { changes in print(changes.new) }
///   .invokeRelayWithCurrentValue()
/// ```
public enum RelayException: Sendable, Hashable {
  /// Manual invocations are ignored like any other change between equal values.
  case always
  /// The observer is called on manual invocations.
  case exceptInvokedManually

  /// Returns whether a change passes regardless of its values.
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
