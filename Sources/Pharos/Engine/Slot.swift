/// The place of a relay in the list of relays of one value.
///
/// A relay has at most one observer, and may have relays after it. All of them get the same
/// changes. So their slots are kept in one flat list, in the order in which they were made. A loop
/// over a chain of a hundred thousand needs no recursion.
///
/// - Concurrency: Only used under the lock of its core.
@usableFromInline
final class Slot: @unchecked Sendable {
  // Why this is Sendable: the constants are; the other properties are only used under the lock.

  /// The number of the slot, which increases from relay to relay.
  ///
  /// The main relay has the number 0.
  @usableFromInline let key: UInt

  /// The key of the slot that this one comes after, or the main relay's own key.
  let parent: UInt

  /// An observer of the core's values.
  var observer: AnyObserver?

  /// The ``ObserverPlan`` from which the observer was made, or `nil` if the observer is only a
  /// closure.
  var plan: AnyObject?

  /// The number of plans that this slot has had.
  var planVersion: UInt32 = 0

  /// The number of retainers that manage the relay.
  var claimCount: UInt32 = 0

  /// The core to which the observer passes the values, if it relays them.
  var target: ObjectIdentifier?

  /// A Boolean value that indicates whether the relay has been discarded, and so accepts no
  /// observer.
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
