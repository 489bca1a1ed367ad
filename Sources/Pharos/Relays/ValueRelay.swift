import Observation

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

extension ValueRelay {
  /// Makes a relay of what a closure reads of a model of the Observation library.
  ///
  /// ```swift
  /// let name = ValueRelay.observing { model.name }
  /// name.whenDidSet { changes in print(changes.new) }
  /// ```
  ///
  /// When something that the closure has read changes, the closure runs again, a
  /// little later, on the actor on which this is called; changes that come before
  /// then are one. It goes on as long as the relay is kept, or managed by a retainer.
  ///
  /// - Parameters:
  ///   - isolation: Where the closure runs: where this is called.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  ///   - read: Reads the model.
  /// - Returns: The relay.
  public static func observing(
    isolation: isolated any Actor = #isolation, fileID: String = #fileID,
    line: Int = #line, _ read: @escaping () -> Value
  ) -> ValueRelay<Value> {
    let tracking = ModelTracking(read, on: isolation)
    let core = Core(tracking.track(), origin: CodeLocation(fileID: fileID, line: line))
    core.maker = tracking
    tracking.core = core
    return ValueRelay(main: core)
  }
}

/// Reads a model again and again, whenever it changes, as long as a core wants it.
///
/// - Concurrency: Only used on one actor; only ``didChange()`` comes from anywhere.
private final class ModelTracking<Value>: @unchecked Sendable {
  // Why this is Sendable: the constants are, and the rest is only touched on the
  // actor, see `isolation`.

  private let read: () -> Value
  private let isolation: ObserverIsolation
  weak var core: Core<Value>?

  init(_ read: @escaping () -> Value, on actor: any Actor) {
    self.read = read
    isolation = ObserverIsolation(actor)
  }

  /// Reads the model, and has the next change noted.
  ///
  /// The model does not keep this, and so not itself.
  func track() -> Value {
    withObservationTracking(read) { [weak self] in self?.didChange() }
  }

  /// Reads the model again when the change, which is only about to be made, has been.
  private func didChange() {
    isolation.enqueue { [self] in
      guard let core else { return }
      core.set(track(), from: ChangeSource(self))
    }
  }
}

/// A relay that another was mapped to: ``ValueRelay`` by the name that says so.
public typealias MappedRelay<Value, Mapped> = ValueRelay<Mapped>

extension ValueRelay {
  /// Makes a relay whose value is a function of this one's.
  ///
  /// The function runs once for each change, and once now.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value) -> Mapped
  ) -> ValueRelay<Mapped> {
    ValueRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), values: transform))
  }

  /// Makes a relay whose value is a function of this one's changes.
  ///
  /// The function runs once for each change, and once now, with a change from the
  /// present value to itself.
  @_disfavoredOverload  // So that `$0.count` is taken for the value's.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Changes<Value>) -> Mapped
  ) -> ValueRelay<Mapped> {
    ValueRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), transform))
  }

  /// Makes a relay whose value is an array: that of a function of this one's
  /// elements, without those for which it returns `nil`.
  @inlinable
  public func compactMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value.Element) -> Mapped?
  ) -> ValueRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.compactMap(transform) }
  }

  /// Makes a relay whose value is an array of a function of this one's elements:
  /// the name under which `compactMap` on arrays cannot be mistaken.
  @inlinable
  public func listMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value.Element) -> Mapped
  ) -> ValueRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.map(transform) }
  }

  /// Makes a relay whose value is a function of this one's, and does not change
  /// while that returns `nil`.
  ///
  /// Its value is `nil` until the function first returns one.
  @_disfavoredOverload  // The document's is the one on elements.
  @inlinable
  public func compactMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value) -> Mapped?
  ) -> ValueRelay<Mapped?> {
    ValueRelay<Mapped?>(
      main: core.compactMapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), transform))
  }
}

// A sequence observes the relay from when it is asked for, and ends when the relay is
// discarded or its property is released. When the task that iterates over it is
// cancelled, or the last reference to it is released, it stops observing.
extension ValueRelay where Value: Sendable {
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
