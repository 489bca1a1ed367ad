public import Dispatch

// `@_inheritActorContext(always)` gives a closure the isolation of the place where
// it is written, also if it captures nothing of it; the initialisers of `Task`
// rely on it, too. Whoever wants to do without writes `{ @MainActor in … }`.
extension SharedRelay {
  /// Has a closure called with every change, in place of the one that was called
  /// until now.
  ///
  /// - Parameter body: What is called, on the actor that it belongs to.
  /// - Returns: This relay.
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always)
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self {
    observe(on: body.isolation, sparing: nil, Self.synchronous(body))
  }

  /// Has a closure called at every change, in place of the one that was called
  /// until now.
  @discardableResult
  public func whenDidSet(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void
  ) -> Self {
    let call = Self.synchronous(body)
    return observe(on: body.isolation, sparing: nil) { _ in call() }
  }

  /// Has a closure called with every change to a value that differs from the one
  /// before, in place of the one that was called until now.
  @discardableResult
  public func whenDidUniqueSet(
    @_inheritActorContext(always)
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> Self where Value: Equatable {
    observe(on: body.isolation, sparing: { $0.isNotChanging }, Self.synchronous(body))
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
    nextRelay().observe(on: body.isolation, sparing: nil, Self.synchronous(body))
  }

  @discardableResult
  func observe(
    on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)?,
    _ body: @escaping @Sendable (Changes<Value>) -> Void
  ) -> Self {
    let body = HomeLine.bring(body, to: actor)
    return update {
      $0.isSpared = isSpared
      $0.body = ObserverBody(body)
    }
  }

  /// A closure without what the compiler knows of its isolation, so that it can be
  /// called at once by code that runs there.
  ///
  /// Its ``Home`` sees to it that it is called nowhere else. The two types have the
  /// same representation: the isolation is kept with the captures.
  static func synchronous(
    _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
  ) -> @Sendable (Changes<Value>) -> Void {
    unsafe unsafeBitCast(body, to: (@Sendable (Changes<Value>) -> Void).self)
  }

  /// As above, for closures that take nothing.
  static func synchronous(
    _ body: @escaping @isolated(any) @Sendable () -> Void
  ) -> @Sendable () -> Void {
    unsafe unsafeBitCast(body, to: (@Sendable () -> Void).self)
  }

  // MARK: What is done around the closure

  /// Keeps changes from this relay's closure for which a condition holds.
  ///
  /// Several conditions add up: one that holds is enough.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func ignore(when isIgnored: @escaping @Sendable (Changes<Value>) -> Bool) -> Self {
    update { $0.filters.append(isIgnored) }
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
    update { $0.queue = DeliveryQueue(queue) }
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
