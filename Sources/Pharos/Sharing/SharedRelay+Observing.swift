// `@_inheritActorContext(always)` gives a closure the isolation of the code that contains it, even
// if the closure captures nothing isolated. The initializers of `Task` use it as well. To do
// without
// it, write `{ @MainActor in … }`.
extension SharedRelay {
  /// Calls `body` on every change, in place of the relay's previous closure.
  ///
  /// - Parameter body: The closure to call, on the actor that it belongs to.
  /// - Returns: This relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    core.observe(
      from: ownSlot, main: mainNumber, Observer(withoutIsolation(body), on: body.isolation))
    return self
  }

  /// Calls `body` on every change, in place of the relay's previous closure.
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always) then body: @escaping @isolated(any) @Sendable () -> Void
  ) -> Self {
    let call = withoutIsolation(body)
    return observe(on: body.isolation, sparing: nil) { _ in call() }
  }

  /// Calls `body` with `object` on every change.
  ///
  /// Holds `object` weakly, so `body` need not capture it. After `object` is released, the relay
  /// has no observer.
  @discardableResult
  public func whenDidSet<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Object, Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: nil, with: object, body)
  }

  /// Calls `method` of `object` on every change.
  ///
  /// Holds `object` weakly. A method that belongs to an actor, such as the main actor, runs there.
  /// After `object` is released, the relay has no observer.
  @discardableResult
  public func whenDidSet<Object: AnyObject & Sendable>(
    invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: nil, invoke: object, method)
  }

  /// Calls `body` on `actor` on every change.
  ///
  /// Holds `actor` weakly.
  @discardableResult
  public func whenDidSet<Object: Actor>(
    invoke actor: Object, _ body: @escaping @Sendable (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: nil, onActor: actor, body)
    return self
  }

  /// Adds a relay after this one, and calls `body` on each of its changes.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet(
    @_inheritActorContext(always)
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().observe(on: body.isolation, sparing: nil, withoutIsolation(body))
  }

  /// Adds a relay after this one, and calls `body` on each of its changes.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void
  ) -> SharedRelay<Value> {
    let call = withoutIsolation(body)
    return nextRelay().observe(on: body.isolation, sparing: nil) { _ in call() }
  }

  @discardableResult
  func observe(
    on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)?,
    _ body: @escaping @Sendable (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: actor, sparing: isSpared, body)
    return self
  }

  func observe<Object: AnyObject & Sendable>(
    sparing isSpared: ((Changes<Value>) -> Bool)?, invoke object: Object,
    _ method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    core.observe(
      from: slot, on: method(object).isolation, sparing: isSpared, whileAlive: object
    ) { withoutIsolation(method($0))($1) }
    return self
  }

  func observe<Object: AnyObject & Sendable>(
    sparing isSpared: ((Changes<Value>) -> Bool)?, with object: Object,
    _ body: @escaping @isolated(any) @Sendable (Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(
      from: slot, on: body.isolation, sparing: isSpared, whileAlive: object,
      withoutIsolation(body))
    return self
  }
}
