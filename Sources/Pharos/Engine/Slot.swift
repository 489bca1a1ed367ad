/// A relay's place among those of one value.
///
/// A relay has at most one observer, and may have next relays, whose places come
/// after its own. All of them get the same changes; so they are kept in one flat
/// list, in the order in which they were made, and a chain of a hundred thousand
/// is gone through in a loop.
///
/// - Concurrency: Only touched under the lock of its core.
@usableFromInline
final class Slot: @unchecked Sendable {
  // Why this is Sendable: the constants are; the rest is only touched under the lock.

  /// The place, which grows from relay to relay.
  ///
  /// The main relay has place 0.
  @usableFromInline let key: UInt

  /// The place of the relay that this one comes after; the main relay's own is
  /// its own.
  let parent: UInt

  /// An observer of the core's values.
  var observer: AnyObserver?

  /// The ``ObserverPlan`` that the observer was made from; `nil` if it is a closure alone.
  var plan: AnyObject?

  /// Counts the plans there have been.
  var planVersion = 0

  /// The core that the observer gives the values to, if that is what it does.
  var target: ObjectIdentifier?

  /// The number of retainers that manage the relay.
  var claimCount = 0

  /// A Boolean value that indicates whether the relay has been discarded, and takes no
  /// observer any more.
  var isDiscarded = false

  init(key: UInt, parent: UInt) {
    self.key = key
    self.parent = parent
  }

  /// Releases the closures.
  func clear() {
    observer = nil
    plan = nil
  }
}
