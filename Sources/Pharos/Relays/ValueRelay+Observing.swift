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
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    let brought = HomeLine.bring(body, to: isolation)
    return core.put(brought, into: slot) ? self : observe(brought)
  }

  /// Has a closure called at every change, in place of the one that was called
  /// until now.
  @discardableResult
  public func whenDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Void
  ) -> Self {
    observe(on: isolation) { _ in body() }
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
    observe(on: isolation, whileAlive: object) { method($0)($1) }
  }

  /// Has a method of an object on the main actor called with every change, without
  /// keeping the object.
  @_disfavoredOverload
  @discardableResult
  public func whenDidSet<Object: AnyObject>(
    invoke object: Object, method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> Self {
    observe(on: MainActor.shared, whileAlive: object) { object, change in
      let parcel = MainParcel(body: method(object), change: change)
      MainActor.assumeIsolated { parcel.body(parcel.change) }
    }
  }

  /// Has a closure called on an actor with every change, without keeping the
  /// actor.
  @discardableResult
  public func whenDidSet<Object: Actor>(
    invoke actor: Object, _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) -> Self {
    observe(on: actor, whileAlive: actor) { actor, change in
      let parcel = ActorParcel(body: body, change: change)
      actor.assumeIsolated { parcel.body($0, parcel.change) }
    }
  }

  // MARK: What they have in common

  /// Has a closure called with every change.
  @usableFromInline
  func observe(
    on actor: (any Actor)? = nil, sparing isSpared: ((Changes<Value>) -> Bool)? = nil,
    _ body: @escaping (Changes<Value>) -> Void
  ) -> Self {
    let body = HomeLine.bring(body, to: actor)
    return update {
      $0.isSpared = isSpared
      $0.body = ObserverBody(body)
    }
  }

  /// Has a closure called with every change and an object, until the object is
  /// gone; then the relay has no observer any more.
  private func observe<Object: AnyObject>(
    on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)? = nil,
    whileAlive object: Object, _ body: @escaping (Object, Changes<Value>) -> Void
  ) -> Self {
    observe(on: actor, sparing: isSpared) { [weak object, weak core, slot] change in
      if let object { body(object, change) } else { core?.update(slot) { $0.body = nil } }
    }
  }

  // MARK: Equatable values

  /// Has a closure called with every change to a value that differs from the one
  /// before, in place of the one that was called until now.
  @discardableResult
  public func whenDidUniqueSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Changes<Value>) -> Void
  ) -> Self where Value: Equatable {
    observe(on: isolation, sparing: { $0.isNotChanging }, body)
  }

  /// Has a closure called at every change to a value that differs from the one
  /// before, in place of the one that was called until now.
  @discardableResult
  public func whenDidUniqueSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Void
  ) -> Self where Value: Equatable {
    observe(on: isolation, sparing: { $0.isNotChanging }) { _ in body() }
  }

  /// Has a method of an object called with every change to a value that differs
  /// from the one before, without keeping the object.
  @discardableResult
  public func whenDidUniqueSet<Object: AnyObject>(
    isolation: isolated (any Actor)? = #isolation, invoke object: Object,
    method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> Self where Value: Equatable {
    observe(on: isolation, sparing: { $0.isNotChanging }, whileAlive: object) {
      method($0)($1)
    }
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
    nextRelay().whenDidSet(isolation: isolation, body)
  }

  /// Makes a relay that comes after this one, and has a closure called at every
  /// change.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(isolation: isolation, body)
  }

  /// Makes a relay that comes after this one, and has a closure called with every
  /// change to a value that differs from the one before.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Changes<Value>) -> Void
  ) -> ValueRelay<Value> where Value: Equatable {
    nextRelay().whenDidUniqueSet(isolation: isolation, body)
  }
}

/// A change on its way to a method on the main actor.
private struct MainParcel<Value>: @unchecked Sendable {
  // Why this is Sendable: as ``Parcel``.

  let body: @MainActor (Changes<Value>) -> Void
  let change: Changes<Value>
}

/// A change on its way to a closure on an actor.
private struct ActorParcel<Object: Actor, Value>: @unchecked Sendable {
  // Why this is Sendable: as ``Parcel``.

  let body: (isolated Object, Changes<Value>) -> Void
  let change: Changes<Value>
}
