import ToolkitTrace

/// The changes of a core that have been made but not delivered.
@usableFromInline
final class Undelivered<Value> {
  // Only used under the lock of the core, or after it has been removed from the core.
  @exclusivity(unchecked) @usableFromInline var queued = FirstInFirstOut<Queued<Value>>()
  /// The change that a transaction holds back, whose new value is not known.
  @exclusivity(unchecked) @usableFromInline var held: Queued<Value>?
  /// The value that was replaced when these changes became part of a later one.
  @exclusivity(unchecked) var superseded: Value?

  @usableFromInline
  init() {}

  /// The earliest change, whose old value is the delivered value.
  ///
  /// The change that is held back may be earlier or later than the queued ones.
  var first: Queued<Value>? {
    guard let first = unsafe queued.first else { return unsafe held }
    if let held = unsafe held, held.base < first.base { return held }
    return first
  }
}

/// A change that could not be delivered immediately, with its observers.
@usableFromInline
struct Queued<Value> {
  @usableFromInline let change: Changes<Value>
  @usableFromInline let snapshot: Snapshot
  @usableFromInline var cause: Cause
  /// The ``NodeState/version`` before the change.
  @usableFromInline let base: UInt

  @inlinable
  init(change: Changes<Value>, snapshot: Snapshot, cause: Cause, base: UInt) {
    self.change = change
    self.snapshot = snapshot
    self.cause = cause
    self.base = base
  }

  /// Returns a copy with one more dependent.
  func adding(_ edge: AnyEdge) -> Self {
    Self(change: change, snapshot: snapshot.adding(edge), cause: cause, base: base)
  }
}

// Under the lock.
extension Core {
  /// Queues a change.
  @inlinable
  func append(_ change: Queued<Value>, to state: inout NodeState) {
    state.duties.insert(.wait)
    unsafe madeUndelivered().queued.append(change)
  }

  /// Removes and returns the first queued change.
  @inlinable
  func popQueued(from state: inout NodeState) -> Queued<Value>? {
    guard let undelivered = unsafe undelivered else { return nil }
    let first = unsafe undelivered.queued.popFirst()
    if unsafe undelivered.queued.isEmpty { state.duties.remove(.wait) }
    return first
  }

  /// Holds a change of a transaction back.
  @usableFromInline
  func hold(
    _ old: Value, _ new: Value, origin: UInt, for snapshot: Snapshot, in state: inout NodeState,
    by thread: DeliveryThread
  ) {
    hold(
      Changes(old: old, new: new, origin: origin), for: snapshot, in: &state,
      cause: thread.nextCause(write: state.writeToKeep))
    thread.touch(self)
  }

  /// Holds a change back.
  @usableFromInline
  func hold(
    _ change: Changes<Value>, for snapshot: Snapshot, in state: inout NodeState, cause: Cause
  ) {
    state.duties.insert(.join)
    unsafe madeUndelivered().held = Queued(
      change: change, snapshot: snapshot, cause: cause, base: state.version &- 1)
  }

  /// Removes and returns the change that is held back.
  @inlinable
  func takeHeld(from state: inout NodeState) -> Queued<Value>? {
    state.duties.remove(.join)
    return unsafe undelivered?.held.take()
  }

  @usableFromInline
  func madeUndelivered() -> Undelivered<Value> {
    if let undelivered = unsafe undelivered { return undelivered }
    let made = Undelivered<Value>()
    unsafe undelivered = made
    return made
  }

  /// Makes the undelivered changes part of a change that is delivered now.
  ///
  /// - Parameters:
  ///   - state: The state in which the changes are recorded.
  ///   - old: The old value of the later change. It becomes the value before the first undelivered
  ///     change.
  /// - Returns: The changes, to be released after unlocking.
  func takeUndelivered(
    from state: inout NodeState, since old: inout Value
  ) -> Undelivered<Value>? {
    guard state.hasUndelivered, let taken = unsafe undelivered, let first = taken.first else {
      return nil
    }
    unsafe undelivered = nil
    unsafe taken.superseded = old
    old = first.change.old
    state.duties.remove(.undelivered)
    return taken
  }
}

/// The cause of a change.
@usableFromInline
struct Cause {
  /// The number of changes that led to it, each made by an observer of the previous one.
  var generation = 0

  /// The ``WriteNumber`` of the change that caused it, or 0 if that has none.
  @usableFromInline var write: UInt64 = 0

  /// The causal context of a queued change, or `nil` if it has none.
  @usableFromInline
  var origin: CauseOrigin?
}

/// The causal context of a change, which is restored when the change is delivered.
///
/// The delivery may be later, and on a thread that delivers for another reason.
@usableFromInline
final class CauseOrigin: Sendable {
  private let inheritance: Inheritance

  private init(_ inheritance: Inheritance) {
    self.inheritance = inheritance
  }

  /// The context of the calling code, or `nil` if the code is not traced, no hop led to it and it
  /// runs in no test.
  static var current: CauseOrigin? { Inheritance.current.map(CauseOrigin.init) }

  /// Runs a closure in this context.
  @usableFromInline
  func lead(to body: () -> Void) {
    inheritance.lead(to: body)
  }
}
