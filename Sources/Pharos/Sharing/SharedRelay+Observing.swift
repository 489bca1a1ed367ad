// `@_inheritActorContext(always)` gives a closure the isolation of the place where
// it is written, also if it captures nothing of it; the initializers of `Task`
// rely on it, too. To do without, write `{ @MainActor in … }`.
extension SharedRelay {
  /// Has a closure called with every change, in place of the one that was called
  /// until now.
  ///
  /// - Parameter body: What is called, on the actor that it belongs to.
  /// - Returns: This relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    let slot = slot
    let observer = Observer<Value>(withoutIsolation(body), on: body.isolation)
    if !core.put(observer, into: slot) { core.observe(from: slot, observer) }
    return self
  }

  /// Has a closure called at every change, in place of the one that was called
  /// until now.
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always) then body: @escaping @isolated(any) @Sendable () -> Void
  ) -> Self {
    let call = withoutIsolation(body)
    return observe(on: body.isolation, sparing: nil) { _ in call() }
  }

  /// Has a closure called with an object and every change, without keeping the object,
  /// which a closure that captures it would.
  ///
  /// When the object is gone, the relay has no observer any more.
  @discardableResult
  public func whenDidSet<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Object, Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: nil, with: object, body)
  }

  /// Has a method of an object called with every change, without keeping the object.
  ///
  /// A method that belongs to an actor, such as the main actor, runs there. When the
  /// object is gone, the relay has no observer any more.
  @discardableResult
  public func whenDidSet<Object: AnyObject & Sendable>(
    invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: nil, invoke: object, method)
  }

  /// Has a closure called on an actor with every change, without keeping the actor.
  @discardableResult
  public func whenDidSet<Object: Actor>(
    invoke actor: Object, _ body: @escaping @Sendable (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: nil, onActor: actor, body)
    return self
  }

  /// Makes a relay that comes after this one, and has a closure called with every
  /// change.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet(
    @_inheritActorContext(always)
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().observe(on: body.isolation, sparing: nil, withoutIsolation(body))
  }

  /// Makes a relay that comes after this one, and has a closure called at every
  /// change.
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
