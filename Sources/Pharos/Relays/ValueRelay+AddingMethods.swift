extension ValueRelay {
  /// Adds a relay after this one, and calls `method` of `object` on each of its changes.
  ///
  /// The relay holds `object` weakly.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet<Object: AnyObject>(
    isolation: isolated (any Actor)? = #isolation, invoke object: Object,
    method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(isolation: isolation, invoke: object, method: method)
  }

  /// Adds a relay after this one, and calls `method` of `object` on the main actor on each of its
  /// changes.
  ///
  /// The relay holds `object` weakly.
  ///
  /// - Returns: The new relay.
  @_disfavoredOverload
  @discardableResult
  public func addDidSet<Object: AnyObject>(
    invoke object: Object, method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidSet(invoke: object, method: method)
  }

  /// Adds a relay after this one, and calls `body` on `actor` on each of its changes.
  ///
  /// The relay holds `actor` weakly.
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
  /// Adds a relay after this one, and calls `method` of `object` whenever the value changes to a
  /// different one.
  ///
  /// The relay holds `object` weakly.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet<Object: AnyObject>(
    _ except: RelayException = .always, isolation: isolated (any Actor)? = #isolation,
    invoke object: Object, method: @escaping (Object) -> (Changes<Value>) -> Void
  ) -> ValueRelay<Value> {
    nextRelay().whenDidUniqueSet(except, isolation: isolation, invoke: object, method: method)
  }

  /// Adds a relay after this one, and calls `method` of `object` on the main actor whenever the
  /// value changes to a different one.
  ///
  /// The relay holds `object` weakly.
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

  /// Adds a relay after this one, and calls `body` on `actor` whenever the value changes to a
  /// different one.
  ///
  /// The relay holds `actor` weakly.
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
