public import Dispatch

// What these say holds for this relay's closure, as with ``ValueRelay``.
extension SharedRelay {
  /// Keeps changes from this relay's closure for which a condition holds.
  ///
  /// Several conditions add up: one that holds is enough.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func ignore(when isIgnored: @escaping @Sendable (Changes<Value>) -> Bool) -> Self {
    update { $0.filters.append(isIgnored) }
  }

  /// Keeps changes from this relay's closure whose values are equal.
  ///
  /// - Parameter except: Whether it is called when the relay is invoked by hand.
  /// - Returns: This relay.
  @discardableResult
  public func ignoreSameValue(_ except: RelayException = .always) -> Self
  where Value: Equatable {
    update { $0.filters.append(except.unlessChanging()) }
  }

  /// Calls this relay's closure at most once in so many seconds, as
  /// ``ValueRelay/multipleSetDelayed(by:clock:)`` does.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func multipleSetDelayed(
    by seconds: Double, clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    update { $0.setDelay(seconds: seconds, clock: clock) }
  }

  /// Calls this relay's closure on a queue, in the order of the changes.
  ///
  /// A closure that belongs to an actor still runs there.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func observe(on queue: DispatchQueue) -> Self {
    update { $0.setQueue(queue) }
  }

  /// Calls this relay's closure at once when a change is delivered on its queue
  /// already.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func syncWhenInSameThread() -> Self {
    update { $0.queue?.isSyncInSameThread = true }
  }
}

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
