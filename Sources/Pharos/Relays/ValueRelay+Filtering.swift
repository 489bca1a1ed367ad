public import Dispatch

// These settings apply to this relay's closure, regardless of whether the closure is set before or
// after them. They do not apply to the relays after this one.
extension ValueRelay {
  /// Does not call this relay's closure on changes for which `isIgnored` returns `true`.
  ///
  /// If you set several conditions, one that holds is enough to ignore a change.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func ignore(when isIgnored: @escaping (Changes<Value>) -> Bool) -> Self {
    update { $0.filters.append(isIgnored) }
  }

  /// Does not call this relay's closure on changes between equal values.
  ///
  /// - Parameter except: Whether the closure is called when the relay is invoked manually.
  /// - Returns: This relay.
  @discardableResult
  public func ignoreSameValue(_ except: RelayException = .always) -> Self
  where Value: Equatable {
    ignore(when: except.unlessChanging())
  }

  /// Does not call this relay's closure on changes whose old and new value are the same object.
  ///
  /// - Parameter except: Whether the closure is called when the relay is invoked manually.
  /// - Returns: This relay.
  @discardableResult
  public func ignoreSameInstance(_ except: RelayException = .always) -> Self
  where Value: AnyObject {
    ignore(when: except.unless(\.isSameInstance))
  }

  /// Calls this relay's closure at most once per interval.
  ///
  /// The first change is delivered immediately. If more changes follow within the interval, the
  /// latest of them is delivered at its end, and the next interval starts. Its old value is the
  /// value that the closure was last called with.
  ///
  /// - Parameters:
  ///   - seconds: The length of the interval in seconds. Not negative.
  ///   - clock: The clock that measures it.
  /// - Returns: This relay.
  /// - Concurrency: A closure that belongs to an actor is called there. Otherwise, a delayed change
  ///   that was set on the main actor is delivered on the main actor, and any other on an arbitrary
  ///   thread. Make sure that a closure that belongs to no actor may run there.
  @unsafe
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
  /// - Concurrency: Everything that the closure captures must be safe to use on that queue. The
  ///   compiler cannot check this, because the closure may have been set before.
  @unsafe
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
