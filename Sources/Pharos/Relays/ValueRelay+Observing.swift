extension ValueRelay {
  /// Calls `body` on every change, in place of the relay's previous closure.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `body` runs, which is the caller's.
  ///   - body: The closure to call.
  /// - Returns: This relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    isolation: isolated (any Actor)? = #isolation, then body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    let observer = Observer(body, on: isolation)
    core.observe(from: ownSlot, main: mainNumber, observer)
    return self
  }

  /// Calls `body` on every change, in place of the relay's previous closure.
  @discardableResult
  public func whenDidSet(
    isolation: isolated (any Actor)? = #isolation, then body: @escaping () -> Void
  ) -> Self {
    observe(on: isolation) { _ in body() }
  }

  /// Calls `body` with `object` on every change.
  ///
  /// Holds `object` weakly, so `body` need not capture it. After `object` is released, the relay
  /// has no observer.
  @discardableResult
  public func whenDidSet<Object: AnyObject>(
    isolation: isolated (any Actor)? = #isolation, with object: Object,
    then body: @escaping (Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: isolation, sparing: nil, whileAlive: object, body)
    return self
  }

  /// Calls `method` of `object` on every change.
  ///
  /// Holds `object` weakly. After `object` is released, the relay has no observer.
  @discardableResult
  public func whenDidSet<Object: AnyObject>(
    isolation: isolated (any Actor)? = #isolation, invoke object: Object,
    method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: isolation, sparing: nil, whileAlive: object) { method($0)($1) }
    return self
  }

  /// Calls `method` of `object` on the main actor on every change.
  ///
  /// Holds `object` weakly.
  @_disfavoredOverload
  @discardableResult
  public func whenDidSet<Object: AnyObject>(
    invoke object: Object, method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: nil, onMain: object, method)
    return self
  }

  /// Calls `body` on `actor` on every change.
  ///
  /// Holds `actor` weakly.
  @discardableResult
  public func whenDidSet<Object: Actor>(
    invoke actor: Object, _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: nil, onActor: actor, body)
    return self
  }

  /// Calls a closure on every change.
  @usableFromInline
  func observe(
    on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)? = nil,
    _ body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: actor, sparing: isSpared, body)
    return self
  }

  // MARK: Next relays with observers

  /// Adds a relay after this one, and calls `body` on each of its changes.
  ///
  /// - Returns: The new relay.
  @inlinable
  @discardableResult
  public func addDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(isolation: isolation, then: body)
  }

  /// Adds a relay after this one, and calls `body` on each of its changes.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(isolation: isolation, then: body)
  }
}
