// As with ``ValueRelay``; see there.
extension SharedRelay where Value: Equatable {
  /// Has a closure called with every change to a value that differs from the one
  /// before, in place of the one that was called until now.
  ///
  /// - Parameters:
  ///   - except: Whether it is also called when the relay is invoked by hand.
  ///   - body: What is called, on the actor that it belongs to.
  /// - Returns: This relay.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always,
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    observe(on: body.isolation, sparing: except.unlessChanging(), withoutIsolation(body))
  }

  /// Has a closure called at every change to a value that differs from the one
  /// before, in place of the one that was called until now.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always,
    @_inheritActorContext(always) then body: @escaping @isolated(any) @Sendable () -> Void
  ) -> Self {
    let call = withoutIsolation(body)
    return observe(on: body.isolation, sparing: except.unlessChanging()) { _ in call() }
  }

  /// Has a closure called with an object and every change to a value that differs from
  /// the one before, without keeping the object.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject & Sendable>(
    _ except: RelayException = .always, with object: Object,
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Object, Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: except.unlessChanging(), with: object, body)
  }

  /// Has a method of an object called with every change to a value that differs from
  /// the one before, without keeping the object.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject & Sendable>(
    _ except: RelayException = .always, invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: except.unlessChanging(), invoke: object, method)
  }

  /// Has a closure called on an actor with every change to a value that differs from
  /// the one before, without keeping the actor.
  @discardableResult
  public func whenDidUniqueSet<Object: Actor>(
    _ except: RelayException = .always, invoke actor: Object,
    _ body: @escaping @Sendable (isolated Object, Changes<Value>) -> Void
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
    _ except: RelayException = .always,
    @_inheritActorContext(always)
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().observe(
      on: body.isolation, sparing: except.unlessChanging(), withoutIsolation(body))
  }

  /// Makes a relay that comes after this one, and has a closure called at every
  /// change to a value that differs from the one before.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet(
    _ except: RelayException = .always,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void
  ) -> SharedRelay<Value> {
    let call = withoutIsolation(body)
    return nextRelay().observe(on: body.isolation, sparing: except.unlessChanging()) { _ in call() }
  }
}
