extension SharedRelay {
  /// Makes a relay that comes after this one, and has a method of an object called with
  /// every change, without keeping the object.
  ///
  /// A method that belongs to an actor, such as the main actor, runs there.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet<Object: AnyObject & Sendable>(
    invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().whenDidSet(invoke: object, method: method)
  }

  /// Makes a relay that comes after this one, and has a closure called on an actor with
  /// every change, without keeping the actor.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet<Object: Actor>(
    invoke actor: Object, _ body: @escaping @Sendable (isolated Object, Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().whenDidSet(invoke: actor, body)
  }
}

extension SharedRelay where Value: Equatable {
  /// Makes a relay that comes after this one, and has a method of an object called with
  /// every change to a value that differs from the one before, without keeping the
  /// object.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet<Object: AnyObject & Sendable>(
    _ except: RelayException = .always, invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().whenDidUniqueSet(except, invoke: object, method: method)
  }

  /// Makes a relay that comes after this one, and has a closure called on an actor with
  /// every change to a value that differs from the one before, without keeping the actor.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet<Object: Actor>(
    _ except: RelayException = .always, invoke actor: Object,
    _ body: @escaping @Sendable (isolated Object, Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().whenDidUniqueSet(except, invoke: actor, body)
  }
}
