/// A value that threads and modules share, with a relay of its changes.
/// ```swift
/// let count = SharedRelay(0)
/// count.whenDidSet { changes in print(changes.new) }
/// count.modify { $0 += 1 }
/// ```
///
/// It works like ``ValueRelay``, except that it may be used from any thread. Therefore its closures
/// must be `Sendable`.
///
/// - Concurrency: May be used from any thread. A closure that belongs to an actor runs on that
///   actor: before the setter returns if the change is delivered there, and later if not. Other
///   closures run on the thread that delivers the change. This is the thread that made the change,
///   unless another thread was already delivering one. No lock is held while closures run.
public final class SharedRelay<Value: Sendable>: Sendable {
  @usableFromInline let core: Core<Value>

  /// The slot, unless this is a main relay.
  @usableFromInline let ownSlot: Slot?

  /// The number of main relays of the core that were discarded before this one was made.
  @usableFromInline let mainNumber: UInt32

  /// Creates a shared relay.
  ///
  /// - Parameters:
  ///   - value: The initial value.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  @inlinable
  public convenience init(
    _ value: Value, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(new: Core(value, origin: CodeLocation(fileID: fileID, line: line)))
  }

  /// Creates a shared relay that ignores values equal to its current one.
  ///
  /// ```swift
  /// let name = SharedRelay("", comparing: ==)
  /// ```
  ///
  /// If a value is the same as the current one, it is not stored and observers are not called. In a
  /// ``transaction(_:)``, observers are not called if the last value is the same as the value
  /// before the transaction. Both also hold if several threads set the relay concurrently.
  ///
  /// - Parameters:
  ///   - value: The initial value.
  ///   - areSame: Returns whether two values are the same.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public convenience init(
    _ value: Value, comparing areSame: @escaping @Sendable (Value, Value) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) {
    let core = Core(value, origin: CodeLocation(fileID: fileID, line: line))
    unsafe core.accessor = .compared(areSame: areSame)
    self.init(new: core)
  }

  /// Makes the main relay of a new core that no other core feeds.
  @inlinable
  init(new core: Core<Value>) {
    self.core = core
    ownSlot = nil
    mainNumber = 0
  }

  /// Makes the main relay of a core.
  @inlinable
  init(main core: Core<Value>) {
    self.core = core
    ownSlot = nil
    mainNumber = core.endedMainCount
    if core.isFed { core.addReader() }
  }

  @inlinable
  init(core: Core<Value>, slot: Slot) {
    self.core = core
    ownSlot = slot
    mainNumber = 0
    if core.isFed { core.addReader() }
  }

  deinit {
    if core.isFed { core.removeReader() }
  }

  /// The slot, which a main relay makes on first use.
  @inlinable var slot: Slot { ownSlot ?? core.mainSlot(mainNumber) }

  /// The current value.
  @inlinable
  public var value: Value {
    RelayCapture.isOn ? RelayCapture.read(core) : core.current
  }

  /// Sets the value and notifies the observers.
  @inlinable
  public func set(_ value: Value) {
    core.write(value, from: ChangeSource(self))
  }

  /// Changes the value in one step, with no other change in between.
  ///
  /// The function runs without a lock. If the value has changed during that time, the function runs
  /// again, so it should have no other effects.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`. The value is then unchanged.
  @inlinable
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.modify(from: ChangeSource(self), body)
  }

  /// Notifies the observers with the current value.
  ///
  /// - Returns: This relay.
  @discardableResult
  public func invokeRelayWithCurrentValue() -> Self {
    core.invoke(from: ChangeSource(self))
    return self
  }

  // MARK: Next relays

  /// Makes a relay that comes after this one and gets the same changes.
  @inlinable
  public func nextRelay() -> SharedRelay<Value> {
    SharedRelay(
      core: core,
      slot: ownSlot.map { core.addSlot(after: $0) } ?? core.addSlot(afterMain: mainNumber))
  }

  /// Discards this relay and all relays after it, including mapped ones.
  ///
  /// After this returns, none of their closures is called on this thread. A closure that is running
  /// on another thread finishes.
  @inlinable
  public func cancel() {
    core.discard(slot)
  }

  /// Does the same as ``cancel()``.
  @inlinable
  public func discard() { cancel() }

  @discardableResult
  func update(_ change: (ObserverPlan<Value>) -> Void) -> Self {
    core.update(slot, change)
    return self
  }
}

extension SharedRelay {
  /// Returns a relay that emits a value once no other value has followed it for an interval.
  ///
  /// - Precondition: `interval` is not negative.
  public func debounce(
    for interval: Duration, clock: some Clock<Duration> = ContinuousClock(),
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.debounced(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), for: interval,
        clock: clock, isolation: ObserverIsolation(nil)))
  }

  /// Returns a relay that emits at most one change per interval.
  ///
  /// See ``ValueRelay/throttle(for:latest:clock:isolation:fileID:line:)``.
  ///
  /// - Precondition: `interval` is not negative.
  public func throttle(
    for interval: Duration, latest: Bool = true, clock: some Clock<Duration> = ContinuousClock(),
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    let origin = CodeLocation(fileID: fileID, line: line)
    return SharedRelay(
      main: latest
        ? core.throttled(
          after: slot, origin: origin, for: interval, clock: clock,
          keepsFirst: false, isolation: ObserverIsolation(nil))
        : core.thinned(after: slot, origin: origin, for: interval, clock: clock))
  }

  /// Returns a relay that emits at most one change per interval.
  ///
  /// `choice` selects which of the changes within an interval is emitted at its end.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two changes.
  ///   - choice: The change to emit at the end of an interval.
  ///   - clock: The clock that measures the interval.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The new relay.
  /// - Precondition: `interval` is not negative.
  public func throttle(
    for interval: Duration, passing choice: ThrottleChoice,
    clock: some Clock<Duration> = ContinuousClock(), fileID: String = #fileID,
    line: Int = #line
  ) -> SharedRelay<Value> {
    let origin = CodeLocation(fileID: fileID, line: line)
    return SharedRelay(
      main: choice == .none
        ? core.thinned(after: slot, origin: origin, for: interval, clock: clock)
        : core.throttled(
          after: slot, origin: origin, for: interval, clock: clock,
          keepsFirst: choice == .first, isolation: ObserverIsolation(nil)))
  }
}

extension SharedRelay {
  /// Returns the relay that the modules of the process share under a key.
  ///
  /// The first call makes the relay, which lives as long as the process. Observers that modules
  /// declare for the key with `#observer` are added before any caller gets the relay.
  ///
  /// ```swift
  /// let count = SharedRelay.of(.cartCount, default: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The initial value, if this call makes the relay.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The relay. If a relay of another type has the key, the error is passed to
  ///   ``RelaySettings/errorHandler``, and the caller gets a relay that is not shared.
  /// - Concurrency: May be called from any thread. Threads that call this at the same time get the
  ///   same relay, but each of them may evaluate the initial value.
  /// - Complexity: One dictionary lookup under a lock, once the relay exists.
  public static func of(
    _ key: RelayKey<Value>, default value: @autoclosure () -> Value,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    RelayDirectory.current.relay(
      of: key, from: CodeLocation(fileID: fileID, line: line), default: value)
  }

  /// Returns the relay that the modules of the process share under a key, or `nil` if it
  /// has not been made.
  ///
  /// - Returns: The relay. If a relay of another type has the key, the error is passed to
  ///   ``RelaySettings/errorHandler``, and the caller gets `nil`.
  /// - Concurrency: May be called from any thread.
  public static func existing(
    _ key: RelayKey<Value>, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value>? {
    RelayDirectory.current.existing(key, from: CodeLocation(fileID: fileID, line: line))
  }
}

// A sequence observes the relay from the moment it is created. It finishes when the relay is
// discarded or its property is released. It stops observing when the task that iterates over it is
// cancelled, or when its last reference is released.
extension SharedRelay {
  /// The changes from now on, of which only the newest is buffered if the consumer falls behind.
  ///
  /// Iterate over each sequence in one task only.
  public var changes: AsyncStream<Changes<Value>> { changes(buffering: .newest(1)) }

  /// Returns the changes from now on, with `buffering` for a consumer that falls behind.
  public func changes(buffering: RelayBuffering) -> AsyncStream<Changes<Value>> {
    core.sequence(after: slot, buffering: buffering, isReplaying: false) { $0 }
  }

  /// The current value, followed by every new one, of which only the newest is buffered if the
  /// consumer falls behind.
  ///
  /// Iterate over each sequence in one task only.
  public var values: AsyncStream<Value> { values(buffering: .newest(1)) }

  /// Returns the current value, followed by every new one, with `buffering` for a consumer that
  /// falls behind.
  public func values(buffering: RelayBuffering) -> AsyncStream<Value> {
    core.sequence(after: slot, buffering: buffering, isReplaying: true) { $0.new }
  }
}
