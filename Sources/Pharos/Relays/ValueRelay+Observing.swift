extension ValueRelay {
  /// Has a closure called with every change, in place of the one that was called
  /// until now.
  ///
  /// - Parameters:
  ///   - isolation: Where the closure runs: where this is called.
  ///   - body: What is called.
  /// - Returns: This relay.
  @inlinable
  @discardableResult
  public func whenDidSet(
    isolation: isolated (any Actor)? = #isolation, then body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    let observer = Observer(body, on: isolation)
    if !core.put(observer, into: slot) { core.observe(from: slot, observer) }
    return self
  }

  /// Has a closure called at every change, in place of the one that was called
  /// until now.
  @discardableResult
  public func whenDidSet(
    isolation: isolated (any Actor)? = #isolation, then body: @escaping () -> Void
  ) -> Self {
    observe(on: isolation) { _ in body() }
  }

  /// Has a closure called with an object and every change, without keeping the object,
  /// which a closure that captures it would.
  ///
  /// When the object is gone, the relay has no observer any more.
  @discardableResult
  public func whenDidSet<Object: AnyObject>(
    isolation: isolated (any Actor)? = #isolation, with object: Object,
    then body: @escaping (Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: isolation, sparing: nil, whileAlive: object, body)
    return self
  }

  /// Has a method of an object called with every change, without keeping the
  /// object.
  ///
  /// When the object is gone, the relay has no observer any more.
  @discardableResult
  public func whenDidSet<Object: AnyObject>(
    isolation: isolated (any Actor)? = #isolation, invoke object: Object,
    method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: isolation, sparing: nil, whileAlive: object) { method($0)($1) }
    return self
  }

  /// Has a method of an object on the main actor called with every change, without
  /// keeping the object.
  @_disfavoredOverload
  @discardableResult
  public func whenDidSet<Object: AnyObject>(
    invoke object: Object, method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: nil, onMain: object, method)
    return self
  }

  /// Has a closure called on an actor with every change, without keeping the
  /// actor.
  @discardableResult
  public func whenDidSet<Object: Actor>(
    invoke actor: Object, _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: nil, onActor: actor, body)
    return self
  }

  /// Has a closure called with every change.
  @usableFromInline
  func observe(
    on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)? = nil,
    _ body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, on: actor, sparing: isSpared, body)
    return self
  }

  // MARK: Next relays with observers

  /// Makes a relay that comes after this one, and has a closure called with every
  /// change.
  ///
  /// - Returns: The new relay.
  @inlinable
  @discardableResult
  public func addDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(isolation: isolation, then: body)
  }

  /// Makes a relay that comes after this one, and has a closure called at every
  /// change.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(isolation: isolation, then: body)
  }
}
