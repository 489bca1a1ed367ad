// These methods filter the changes for one closure, as with ``ValueRelay``.
extension SharedRelay where Value: Equatable {
  /// Calls `body` whenever the value changes to a different one, in place of the relay's previous
  /// closure.
  ///
  /// - Parameters:
  ///   - except: Whether `body` is also called when the relay is invoked manually.
  ///   - body: The closure to call, on the actor that it belongs to.
  /// - Returns: This relay.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always,
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    observe(on: body.isolation, sparing: except.unlessChanging(), withoutIsolation(body))
  }

  /// Calls `body` whenever the value changes to a different one, in place of the relay's previous
  /// closure.
  @discardableResult
  public func whenDidUniqueSet(
    _ except: RelayException = .always,
    @_inheritActorContext(always) then body: @escaping @isolated(any) @Sendable () -> Void
  ) -> Self {
    let call = withoutIsolation(body)
    return observe(on: body.isolation, sparing: except.unlessChanging()) { _ in call() }
  }

  /// Calls `body` with `object` whenever the value changes to a different one.
  ///
  /// Holds `object` weakly.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject & Sendable>(
    _ except: RelayException = .always, with object: Object,
    @_inheritActorContext(always)
    then body: @escaping @isolated(any) @Sendable (Object, Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: except.unlessChanging(), with: object, body)
  }

  /// Calls `method` of `object` whenever the value changes to a different one.
  ///
  /// Holds `object` weakly.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject & Sendable>(
    _ except: RelayException = .always, invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    observe(sparing: except.unlessChanging(), invoke: object, method)
  }

  /// Calls `body` on `actor` whenever the value changes to a different one.
  ///
  /// Holds `actor` weakly.
  @discardableResult
  public func whenDidUniqueSet<Object: Actor>(
    _ except: RelayException = .always, invoke actor: Object,
    _ body: @escaping @Sendable (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    core.observe(from: slot, sparing: except.unlessChanging(), onActor: actor, body)
    return self
  }

  /// Adds a relay after this one, and calls `body` whenever the value changes to a different one.
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

  /// Adds a relay after this one, and calls `body` whenever the value changes to a different one.
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
