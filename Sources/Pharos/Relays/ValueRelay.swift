/// A place at which the changes of a value pass by, with at most one observer.
///
/// The observer is a closure, and giving the relay another replaces it. Other
/// observers stand at relays of their own, which come after this one and get the
/// same changes: `addDidSet` makes one with its observer, ``nextRelay()`` one
/// without.
///
/// Relays, and what is mapped from them, live as long as the property that they
/// begin at, or until they are discarded: by ``discard()`` or a ``Retainer``.
///
/// - Concurrency: Belongs to the code that its property belongs to, and is not
///   `Sendable`. A closure runs on the actor on which it was given, before the
///   setter returns if that runs there as well; closures that belong to no actor
///   run where the change is delivered.
open class ValueRelay<Value> {
  @usableFromInline final let core: Core<Value>

  /// The place, unless this is a main relay.
  @usableFromInline final let ownSlot: Slot?

  /// The number of main relays of the core that had been discarded when this was made.
  @usableFromInline final let mainNumber: UInt32

  @inlinable
  init(core: Core<Value>, slot: Slot) {
    self.core = core
    ownSlot = slot
    mainNumber = 0
    if core.isFed { core.addReader() }
  }

  /// Makes the main relay of a core.
  @inlinable
  init(main core: Core<Value>) {
    self.core = core
    ownSlot = nil
    mainNumber = core.endedMainCount
    if core.isFed { core.addReader() }
  }

  /// The place; that of a main relay is made when it is first needed.
  @inlinable final var slot: Slot { ownSlot ?? core.mainSlot(mainNumber) }

  @inlinable
  deinit {
    if core.isFed { core.removeReader() }
  }

  /// The value that there is now.
  ///
  /// That of a mapped or merged relay follows when the change is delivered.
  public final var currentValue: Value {
    RelayCapture.isOn ? RelayCapture.read(core) : core.current
  }

  /// Makes the place of a relay that comes after this one.
  @inlinable
  final func nextSlot() -> Slot {
    if let ownSlot { return core.addSlot(after: ownSlot) }
    return core.addSlot(afterMain: mainNumber)
  }

  /// Changes what the observer does.
  ///
  /// - Returns: This relay.
  @discardableResult
  final func update(_ change: (ObserverPlan<Value>) -> Void) -> Self {
    core.update(slot, change)
    return self
  }

  // MARK: Next relays

  /// Makes a relay that comes after this one and gets the same changes.
  @inlinable
  public final func nextRelay() -> ValueRelay<Value> {
    ValueRelay(core: core, slot: nextSlot())
  }

  /// Makes a relay that comes after this one: another name of ``nextRelay()``.
  public final func addObserver() -> ValueRelay<Value> { nextRelay() }

  /// Ends this relay and all that come after it, mapped ones included.
  ///
  /// None of their closures is called any more once this has returned. A merge
  /// that has other relays as well only loses this one.
  @inlinable
  public final func cancel() {
    core.discard(slot)
  }

  /// Does the same as ``cancel()``.
  @inlinable
  public final func discard() { cancel() }

  /// Notifies the observers of the value that there is: those of this relay's
  /// property, and of all that is made from it.
  ///
  /// - Returns: This relay.
  @discardableResult
  public final func invokeRelayWithCurrentValue() -> Self {
    core.invokeWithCurrent(from: ChangeSource(self))
    return self
  }

  /// Notifies the observers of the value that there is: another name of
  /// ``invokeRelayWithCurrentValue()``.
  @discardableResult
  public final func invokeRelayWithCurrent() -> Self { invokeRelayWithCurrentValue() }
}

@available(*, unavailable)
extension ValueRelay: Sendable {}
