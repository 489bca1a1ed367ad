import Observation

/// A point to which the changes of a value are delivered, with at most one observer.
///
/// The observer is a closure. Giving the relay another closure replaces it. To add an observer,
/// make another relay that comes after this one and gets the same changes: `addDidSet` makes a
/// relay with an observer, and ``nextRelay()`` one without.
///
/// A relay, and everything mapped from it, lives as long as its property, or until it is discarded
/// by ``discard()`` or a ``Retainer``.
///
/// - Concurrency: Belongs to the code that its property belongs to, and is not `Sendable`. A
///   closure runs on the actor on which you passed it. If the setter is called on that actor, the
///   closure runs before the setter returns. A closure that belongs to no actor runs where the
///   change is delivered.
open class ValueRelay<Value> {
  @usableFromInline final let core: Core<Value>

  /// The slot, unless this is a main relay.
  @usableFromInline final let ownSlot: Slot?

  /// The number of main relays of the core that were discarded before this one was made.
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

  /// The slot, which a main relay makes on first use.
  @inlinable final var slot: Slot { ownSlot ?? core.mainSlot(mainNumber) }

  @inlinable
  deinit {
    if core.isFed { core.removeReader() }
  }

  /// The current value.
  ///
  /// The value of a mapped or merged relay is updated when the change is delivered.
  public final var currentValue: Value {
    RelayCapture.isOn ? RelayCapture.read(core) : core.current
  }

  /// Makes the slot of a relay that comes after this one.
  @inlinable
  final func nextSlot() -> Slot {
    if let ownSlot { return core.addSlot(after: ownSlot) }
    return core.addSlot(afterMain: mainNumber)
  }

  /// Changes the observer's configuration.
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

  /// Discards this relay and all relays after it, including mapped ones.
  ///
  /// None of their closures is called after this returns. If a merge also has other relays, it only
  /// loses this one.
  @inlinable
  public final func cancel() {
    core.discard(slot)
  }

  /// Does the same as ``cancel()``.
  @inlinable
  public final func discard() { cancel() }

  /// Notifies the observers of this relay's property, and of everything made from it, with the
  /// current value.
  ///
  /// - Returns: This relay.
  @discardableResult
  public final func invokeRelayWithCurrentValue() -> Self {
    core.invokeWithCurrent(from: ChangeSource(self))
    return self
  }

  /// Notifies the observers with the current value: another name of
  /// ``invokeRelayWithCurrentValue()``.
  @discardableResult
  public final func invokeRelayWithCurrent() -> Self { invokeRelayWithCurrentValue() }
}

@available(*, unavailable)
extension ValueRelay: Sendable {}

extension ValueRelay {
  /// Returns a relay whose value is read from a model of the Observation library.
  ///
  /// ```swift
  /// let name = ValueRelay.observing { model.name }
  /// name.whenDidSet { changes in print(changes.new) }
  /// ```
  ///
  /// When a property that `read` has accessed changes, `read` runs again shortly afterwards, on the
  /// actor that called this function. Changes before that run are combined into one. Observation
  /// continues as long as the relay is kept, or managed by a retainer.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `read` runs, which is the caller's.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - read: Reads the model.
  /// - Returns: The relay.
  public static func observing(
    isolation: isolated any Actor = #isolation, fileID: String = #fileID,
    line: Int = #line, _ read: @escaping () -> Value
  ) -> ValueRelay<Value> {
    let tracking = ModelTracking(read, on: isolation)
    let core = Core(tracking.track(), origin: CodeLocation(fileID: fileID, line: line))
    core.companions = [tracking]
    core.isMade = true
    tracking.core = core
    return ValueRelay(main: core)
  }
}

/// Reads a model after each of its changes, as long as the core lives.
///
/// - Concurrency: Used on one actor only, except for ``didChange()``, which may be called on any
///   thread.
private final class ModelTracking<Value>: @unchecked Sendable {
  // Why this is Sendable: the constants are, and the rest is only used on the actor of `isolation`.

  private let read: () -> Value
  private let isolation: ObserverIsolation
  weak var core: Core<Value>?

  init(_ read: @escaping () -> Value, on actor: any Actor) {
    self.read = read
    isolation = ObserverIsolation(actor)
  }

  /// Reads the model and tracks its next change.
  ///
  /// The model holds this object weakly, so the two do not keep each other alive.
  func track() -> Value {
    withObservationTracking(read) { [weak self] in self?.didChange() }
  }

  /// Reads the model once the change is done, because Observation calls this before the change.
  private func didChange() {
    isolation.enqueue { [self] in
      guard let core else { return }
      core.set(track(), from: ChangeSource(self))
    }
  }
}

/// The relay that `map` returns, under a name that says so.
public typealias MappedRelay<Value, Mapped> = ValueRelay<Mapped>

extension ValueRelay {
  /// Returns a relay whose value is a function of this relay's value.
  ///
  /// The function runs once now, and once for each change.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value) -> Mapped
  ) -> ValueRelay<Mapped> {
    ValueRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), values: transform))
  }

  /// Returns a relay whose value is a function of this relay's changes.
  ///
  /// The function runs once now, with a change from the current value to itself, and once for each
  /// change.
  @_disfavoredOverload  // So that `$0.count` means the count of the value.
  @inlinable
  public func map<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Changes<Value>) -> Mapped
  ) -> ValueRelay<Mapped> {
    ValueRelay<Mapped>(
      main: core.mapped(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), transform))
  }

  /// Returns a relay whose value is an array: the non-`nil` results of a function of this relay's
  /// elements.
  @inlinable
  public func compactMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value.Element) -> Mapped?
  ) -> ValueRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.compactMap(transform) }
  }

  /// Returns a relay whose value is an array: the results of a function of this relay's elements.
  ///
  /// Unlike `map`, it calls the function with each element and not with the whole value.
  @inlinable
  public func listMap<Mapped>(
    fileID: String = #fileID, line: Int = #line,
    _ transform: @escaping (Value.Element) -> Mapped
  ) -> ValueRelay<[Mapped]> where Value: Sequence {
    map(fileID: fileID, line: line) { (value: Value) in value.map(transform) }
  }

  /// Returns a relay whose value is a function of this relay's value, and which ignores changes for
  /// which the function returns `nil`.
  ///
  /// Its value is `nil` until the function first returns a value.
  @_disfavoredOverload  // The form for elements is preferred, as in Pharos 1.2.4.
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

// A sequence observes the relay from the moment it is created. It finishes when the relay is
// discarded or its property is released. It stops observing when the task that iterates over it is
// cancelled, or when its last reference is released.
extension ValueRelay where Value: Sendable {
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
