public import Dispatch

// As with ``ValueRelay``, these settings apply to this relay's closure only.
extension SharedRelay {
  /// Does not call this relay's closure on changes for which `isIgnored` returns `true`.
  ///
  /// If you set several conditions, one that holds is enough to ignore a change.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func ignore(when isIgnored: @escaping @Sendable (Changes<Value>) -> Bool) -> Self {
    update { $0.filters.append(isIgnored) }
  }

  /// Does not call this relay's closure on changes between equal values.
  ///
  /// - Parameter except: Whether the closure is called when the relay is invoked manually.
  /// - Returns: This relay.
  @discardableResult
  public func ignoreSameValue(_ except: RelayException = .always) -> Self
  where Value: Equatable {
    update { $0.filters.append(except.unlessChanging()) }
  }

  /// Calls this relay's closure at most once per interval.
  ///
  /// See ``ValueRelay/multipleSetDelayed(by:clock:)``.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func multipleSetDelayed(
    by seconds: Double, clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    update { $0.setDelay(seconds: seconds, clock: clock) }
  }

  /// Calls this relay's closure on a dispatch queue, in the order of the changes.
  ///
  /// A closure that belongs to an actor still runs on its actor.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func observe(on queue: DispatchQueue) -> Self {
    update { $0.setQueue(queue) }
  }

  /// Calls this relay's closure immediately if the change is already delivered on its queue.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func syncWhenInSameThread() -> Self {
    update { $0.queue?.isSyncInSameThread = true }
  }
}

extension SharedRelay {
  /// Adds a relay after this one, and calls `method` of `object` on each of its changes.
  ///
  /// The relay holds `object` weakly. A method that belongs to an actor, such as the main actor,
  /// runs there.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidSet<Object: AnyObject & Sendable>(
    invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().whenDidSet(invoke: object, method: method)
  }

  /// Adds a relay after this one, and calls `body` on `actor` on each of its changes.
  ///
  /// The relay holds `actor` weakly.
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
  /// Adds a relay after this one, and calls `method` of `object` whenever the value changes to a
  /// different one.
  ///
  /// The relay holds `object` weakly.
  ///
  /// - Returns: The new relay.
  @discardableResult
  public func addDidUniqueSet<Object: AnyObject & Sendable>(
    _ except: RelayException = .always, invoke object: Object,
    method: @escaping @Sendable (Object) -> @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
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
    _ body: @escaping @Sendable (isolated Object, Changes<Value>) -> Void
  ) -> SharedRelay<Value> {
    nextRelay().whenDidUniqueSet(except, invoke: actor, body)
  }
}
