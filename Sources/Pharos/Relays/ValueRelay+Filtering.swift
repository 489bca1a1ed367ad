public import Dispatch

// What these say holds for this relay's closure, whether it was given before or
// is given after, and not for the relays that come after this one.
extension ValueRelay {
  /// Keeps changes from this relay's closure for which a condition holds.
  ///
  /// Several conditions add up: one that holds is enough.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func ignore(when isIgnored: @escaping (Changes<Value>) -> Bool) -> Self {
    update { $0.filters.append(isIgnored) }
  }

  /// Keeps changes from this relay's closure whose values are equal.
  ///
  /// - Parameter except: Whether it is called when the relay is invoked by hand.
  /// - Returns: This relay.
  @discardableResult
  public func ignoreSameValue(_ except: RelayException = .always) -> Self
  where Value: Equatable {
    ignore(when: except.unlessChanging())
  }

  /// Keeps changes from this relay's closure whose values are the same object.
  ///
  /// - Parameter except: Whether it is called when the relay is invoked by hand.
  /// - Returns: This relay.
  @discardableResult
  public func ignoreSameInstance(_ except: RelayException = .always) -> Self
  where Value: AnyObject {
    ignore(when: except.unless(\.isSameInstance))
  }

  /// Calls this relay's closure at most once in so many seconds.
  ///
  /// The first change is delivered at once. Of those that come within the time
  /// after it, the latest is delivered at its end, as a change from the value
  /// that the closure has seen last, and the time begins anew.
  ///
  /// - Parameters:
  ///   - seconds: How long. Not negative.
  ///   - clock: What measures it.
  /// - Returns: This relay.
  /// - Concurrency: A closure that belongs to an actor is called there. Otherwise a delayed
  ///   change that was set on the main actor is delivered on the main actor, and any other on
  ///   no particular thread: a closure that belongs to no actor must be fit for that.
  @unsafe
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
  /// - Concurrency: Whatever the closure captures must be fit for that queue,
  ///   which the compiler cannot check: the closure may have been given before.
  @unsafe
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
