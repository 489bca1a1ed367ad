/// A value that threads and modules share, and a relay of its changes.
///
/// ```swift
/// let count = SharedRelay(0)
/// count.whenDidSet { changes in print(changes.new) }
/// count.modify { $0 += 1 }
/// ```
///
/// What is said of ``ValueRelay`` holds for it, too; only that its closures may
/// come from anywhere, and so have to be fit for it.
///
/// - Concurrency: May be used from any thread. A closure that belongs to an actor
///   runs there: before the setter returns, if the change is delivered there, and
///   later if not. Others run on the thread that delivers the change, which is the
///   one that made it, unless another one was delivering a change already. No
///   lock is held while closures run.
public final class SharedRelay<Value: Sendable>: Sendable {
  @usableFromInline let core: Core<Value>

  /// The place, unless this is a main relay.
  @usableFromInline let ownSlot: Slot?

  /// The number of main relays of the core that had been discarded when this was made.
  @usableFromInline let mainNumber: UInt32

  /// Makes a value to share.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  @inlinable
  public convenience init(
    _ value: Value, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(main: Core(value, origin: CodeLocation(fileID: fileID, line: line)), number: 0)
  }

  /// Creates a shared relay that ignores values equal to its current one.
  ///
  /// ```swift
  /// let name = SharedRelay("", comparing: ==)
  /// ```
  ///
  /// Such a value is not stored, and observers are not called. Neither are they if the value
  /// after a ``transaction(_:)`` is the same as the one before it. Both also hold when several
  /// threads set the relay concurrently.
  ///
  /// - Parameters:
  ///   - value: The initial value.
  ///   - areSame: Returns whether two values are the same.
  ///   - fileID: The file of the call; omit it.
  ///   - line: The line of the call; omit it.
  public convenience init(
    _ value: Value, comparing areSame: @escaping @Sendable (Value, Value) -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) {
    let core = Core(value, origin: CodeLocation(fileID: fileID, line: line))
    unsafe core.accessor = .compared(areSame: areSame)
    self.init(main: core)
  }

  /// The main relay of a core.
  ///
  /// - Parameters:
  ///   - core: The core.
  ///   - number: How many main relays of it have been discarded, if that is known.
  @inlinable
  init(main core: Core<Value>, number: UInt32? = nil) {
    self.core = core
    ownSlot = nil
    mainNumber = number ?? core.endedMainCount
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

  /// The place; that of a main relay is made when it is first needed.
  @inlinable var slot: Slot { ownSlot ?? core.mainSlot(mainNumber) }

  /// The value that there is now.
  @inlinable
  public var value: Value {
    RelayCapture.isOn ? RelayCapture.read(core) : core.current
  }

  /// Sets the value and notifies the observers.
  @inlinable
  public func set(_ value: Value) {
    core.write(value, from: ChangeSource(self))
  }

  /// Changes the value by a function of it, with no other change in between.
  ///
  /// The function runs without any lock, and once more if the value has changed
  /// meanwhile; so it should do nothing else.
  ///
  /// - Returns: What the function returns.
  /// - Throws: What the function throws; the value stays as it was.
  @inlinable
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.modify(from: ChangeSource(self), body)
  }

  /// Notifies the observers of the value that there is.
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

  /// Ends this relay and all that come after it, mapped ones included.
  ///
  /// None of their closures is called on this thread any more once this has
  /// returned; one that runs on another thread at this moment runs to its end.
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
  /// Makes a relay to which a value passes when no other has come after it for some
  /// time.
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

  /// Makes a relay to which at most one change passes in a time, as
  /// ``ValueRelay/throttle(for:latest:clock:isolation:fileID:line:)`` does.
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

  /// Makes a relay to which at most one change passes in a time, and of those that come
  /// within the time after it, the one that is named, when the time is over.
  ///
  /// - Parameters:
  ///   - interval: The time.
  ///   - choice: Which of them passes.
  ///   - clock: What measures it.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
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
  /// The relay that the modules of the process share under a key.
  ///
  /// The first call makes it. It lives as long as the process, and the observers that
  /// modules declare for the key with `#observer` are added before any caller gets it.
  ///
  /// ```swift
  /// let count = SharedRelay.of(.cartCount, default: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The first value, if there is no relay yet.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  /// - Returns: The relay. If a relay of another type has the key, the error goes to
  ///   ``RelaySettings/errorHandler``, and the caller gets a relay that is not shared.
  /// - Concurrency: May be called from any thread. Threads that ask at the same
  ///   time get the same relay; the first value may be asked of more than one.
  /// - Complexity: Once the relay is there, a look into a table under a lock.
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
  /// - Returns: The relay. If a relay of another type has the key, the error goes to
  ///   ``RelaySettings/errorHandler``, and the caller gets `nil`.
  /// - Concurrency: May be called from any thread.
  public static func existing(
    _ key: RelayKey<Value>, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value>? {
    RelayDirectory.current.existing(key, from: CodeLocation(fileID: fileID, line: line))
  }
}

// A sequence observes the relay from when it is asked for, and ends when the relay is
// discarded or its property is released. When the task that iterates over it is
// cancelled, or the last reference to it is released, it stops observing.
extension SharedRelay {
  /// The changes from now on, of which the newest waits for a task that does not
  /// keep up.
  ///
  /// Each sequence is for one task.
  public var changes: AsyncStream<Changes<Value>> { changes(buffering: .newest(1)) }

  /// The changes from now on, of which some wait for a task that does not keep up.
  public func changes(buffering: RelayBuffering) -> AsyncStream<Changes<Value>> {
    core.sequence(after: slot, buffering: buffering, isReplaying: false) { $0 }
  }

  /// The value that there is, and those that follow, of which the newest waits for
  /// a task that does not keep up.
  ///
  /// Each sequence is for one task.
  public var values: AsyncStream<Value> { values(buffering: .newest(1)) }

  /// The value that there is, and those that follow, of which some wait for a task
  /// that does not keep up.
  public func values(buffering: RelayBuffering) -> AsyncStream<Value> {
    core.sequence(after: slot, buffering: buffering, isReplaying: true) { $0.new }
  }
}
