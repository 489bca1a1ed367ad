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
