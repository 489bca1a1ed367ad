extension ValueRelay {
  /// Makes a relay that comes after this one, and has a method of an object called with
  /// every change, without keeping the object.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet<Object: AnyObject>(
    isolation: isolated (any Actor)? = #isolation, invoke object: Object,
    method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(isolation: isolation, invoke: object, method: method)
  }

  /// Makes a relay that comes after this one, and has a method of an object on the main
  /// actor called with every change, without keeping the object.
  ///
  /// - Returns: The new relay.
  @_disfavoredOverload
  @discardableResult
  public func addDidSet<Object: AnyObject>(
    invoke object: Object, method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(invoke: object, method: method)
  }

  /// Makes a relay that comes after this one, and has a closure called on an actor with
  /// every change, without keeping the actor.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet<Object: Actor>(
    invoke actor: Object, _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(invoke: actor, body)
  }
}

extension ValueRelay where Value: Equatable {
  /// Makes a relay that comes after this one, and has a method of an object called with
  /// every change to a value that differs from the one before, without keeping the
  /// object.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    invoke object: Object, method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidUniqueSet(except, isolation: isolation, invoke: object, method: method)
  }

  /// Makes a relay that comes after this one, and has a method of an object on the main
  /// actor called with every change to a value that differs from the one before, without
  /// keeping the object.
  ///
  /// - Returns: The new relay.
  @_disfavoredOverload
  @discardableResult
  public func addDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, invoke object: Object,
    method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidUniqueSet(except, invoke: object, method: method)
  }

  /// Makes a relay that comes after this one, and has a closure called on an actor with
  /// every change to a value that differs from the one before, without keeping the actor.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet<Object: Actor>(
    _ except: RelayException = .always, invoke actor: Object,
    _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidUniqueSet(except, invoke: actor, body)
  }
}
