import ToolkitTrace

/// The change of a core that is being delivered, if there is one.
@usableFromInline
final class Delivery<Value> {
  // Only one thread at a time touches it; see ``Core``.
  @exclusivity(unchecked) @usableFromInline var inFlight: InFlight<Value>?

  @inlinable
  init() {}
}

/// A change that is being delivered.
@usableFromInline
struct InFlight<Value> {
  @usableFromInline let change: Changes<Value>
  @usableFromInline let snapshot: Snapshot
  /// A Boolean value that indicates whether it is one of the ``NodeState/pending`` changes.
  @usableFromInline let isPending: Bool
  /// A Boolean value that indicates whether the dependents have been given it, if there are
  /// any.
  @usableFromInline var isPushed: Bool

  @inlinable
  init(
    change: Changes<Value>, snapshot: Snapshot, isPending: Bool = false, isPushed: Bool? = nil
  ) {
    self.change = change
    self.snapshot = snapshot
    self.isPending = isPending
    self.isPushed = isPushed ?? snapshot.edges.isEmpty
  }
}

/// The changes of a core that have been made and not delivered.
@usableFromInline
final class Undelivered<Value> {
  // Only touched under the lock of the core, or after it has been taken out of that.
  @exclusivity(unchecked) @usableFromInline var queued = FirstInFirstOut<Queued<Value>>()
  @exclusivity(unchecked) @usableFromInline var held: Held<Value>?

  @usableFromInline
  init() {}

  /// The beginning of the first change: the value before it, and its version.
  ///
  /// What is held back may have begun before or after what is queued.
  var first: (old: Value, base: UInt)? {
    guard let first = unsafe queued.first else {
      return unsafe held.map { ($0.change.old, $0.base) }
    }
    if let held = unsafe held, held.base < first.base { return (held.change.old, held.base) }
    return (first.change.old, first.base)
  }
}

/// A change that could not be delivered at once, with its observers.
@usableFromInline
struct Queued<Value> {
  @usableFromInline let change: Changes<Value>
  @usableFromInline let snapshot: Snapshot
  @usableFromInline let cause: Cause
  /// The ``NodeState/version`` before the change.
  @usableFromInline let base: UInt

  @inlinable
  init(change: Changes<Value>, snapshot: Snapshot, cause: Cause, base: UInt) {
    self.change = change
    self.snapshot = snapshot
    self.cause = cause
    self.base = base
  }

  /// The same change for one dependent more.
  func adding(_ edge: AnyEdge) -> Self {
    Self(change: change, snapshot: snapshot.adding(edge), cause: cause, base: base)
  }
}

/// The beginning of a change that a transaction holds back.
@usableFromInline
struct Held<Value> {
  /// The old value of the change; its new one is not known.
  @usableFromInline let change: Changes<Value>
  @usableFromInline var cause: Cause
  /// The ``NodeState/version`` before the change.
  @usableFromInline let base: UInt

  @usableFromInline
  init(change: Changes<Value>, cause: Cause, base: UInt) {
    self.change = change
    self.cause = cause
    self.base = base
  }
}

extension Core {
  /// A Boolean value that indicates whether a change is being delivered.
  @inlinable var isInFlight: Bool {
    guard let delivery = unsafe delivery else { return false }
    return unsafe delivery._withUnsafeGuaranteedRef { unsafe $0.inFlight != nil }
  }

  /// Begins to deliver a change.
  @inlinable
  @inline(__always)
  func setInFlight(_ new: InFlight<Value>) {
    let delivery = unsafe delivery ?? makeDelivery()
    unsafe delivery._withUnsafeGuaranteedRef { unsafe $0.inFlight = new }
  }

  @inlinable
  func makeDelivery() -> Unmanaged<Delivery<Value>> {
    let made = unsafe Unmanaged.passRetained(Delivery<Value>())
    unsafe delivery = made
    return unsafe made
  }

  /// Takes out the change that is being delivered.
  @inlinable
  @inline(__always)
  func takeInFlight() -> InFlight<Value>? {
    guard let delivery = unsafe delivery else { return nil }
    return unsafe delivery._withUnsafeGuaranteedRef { unsafe $0.inFlight.take() }
  }

  // MARK: Under the lock

  /// Queues a change.
  @inlinable
  func append(_ change: Queued<Value>, to state: inout NodeState) {
    state.hasQueued = true
    unsafe madeUndelivered().queued.append(change)
  }

  /// Takes the first change out that is queued.
  @inlinable
  func popQueued(from state: inout NodeState) -> Queued<Value>? {
    guard let undelivered = unsafe undelivered else { return nil }
    let first = unsafe undelivered.queued.popFirst()
    state.hasQueued = unsafe !undelivered.queued.isEmpty
    return first
  }

  /// Holds a change back.
  @inlinable
  func hold(_ change: Held<Value>, in state: inout NodeState) {
    state.isHeld = true
    state.mode = .other
    unsafe madeUndelivered().held = change
  }

  /// Ends the holding back of a change.
  @inlinable
  func takeHeld(from state: inout NodeState) -> Held<Value>? {
    state.isHeld = false
    return unsafe undelivered?.held.take()
  }

  @usableFromInline
  func madeUndelivered() -> Undelivered<Value> {
    if let undelivered = unsafe undelivered { return undelivered }
    let made = Undelivered<Value>()
    unsafe undelivered = made
    return made
  }

  /// Makes the changes that are yet to be delivered part of one that is delivered
  /// now.
  ///
  /// - Parameters:
  ///   - state: The state that counts the changes.
  ///   - old: Becomes the value before the first of them.
  /// - Returns: The changes and the value that was between them and that one, to be released
  ///   after unlocking.
  func takeUndelivered(
    from state: inout NodeState, since old: inout Value
  ) -> (changes: Undelivered<Value>, between: Value)? {
    guard state.hasUndelivered, let taken = unsafe undelivered, let first = taken.first else {
      return nil
    }
    unsafe undelivered = nil
    let between = old
    old = first.old
    state.pending -= unsafe taken.queued.count
    (state.hasQueued, state.isHeld) = (false, false)
    return (taken, between)
  }
}

/// The cause of a change.
@usableFromInline
struct Cause {
  /// The number of changes that led to it, each made by an observer of the one before.
  var generation = 0

  /// The ``WriteNumber`` of what led to it, or 0 if it has none.
  @usableFromInline var write: UInt64 = 0

  /// The causal context of a queued change, or `nil` if it has none.
  @usableFromInline
  var origin: CauseOrigin?
}

/// The causal context of a change, restored when the change is delivered: later, and perhaps
/// by a thread that another change has brought there.
@usableFromInline
final class CauseOrigin: Sendable {
  private let inheritance: Inheritance

  private init(_ inheritance: Inheritance) {
    self.inheritance = inheritance
  }

  /// The context of the calling code, or `nil` if it is not traced, no hop led to it and no
  /// test is around it.
  static var current: CauseOrigin? { Inheritance.current.map(CauseOrigin.init) }

  /// Runs a closure in this context.
  @usableFromInline
  func lead(to body: () -> Void) {
    inheritance.lead(to: body)
  }
}
