/// A relay's place among those of one value.
///
/// A relay has at most one observer, and may have next relays, whose places come
/// after its own. All of them get the same changes; so they are kept in one flat
/// list, in the order in which they were made, and a chain of a hundred thousand
/// is gone through in a loop.
///
/// - Concurrency: Only touched under the lock of its core.
@usableFromInline
final class Slot<Value> {
  /// The place, which grows from relay to relay.
  ///
  /// The main relay has place 0.
  @usableFromInline let key: UInt

  /// The place of the relay that this one comes after; the main relay's own is
  /// its own.
  @usableFromInline let parent: UInt

  @usableFromInline var observer: Observer<Value>?

  /// The plan that the observer was made from; `nil` if it is a closure alone.
  @usableFromInline var plan: ObserverPlan<Value>?

  /// Counts the plans there have been.
  @usableFromInline var planVersion = 0

  /// The core that the observer gives the values to, if that is what it does.
  var target: ObjectIdentifier?

  /// The number of retainers that manage the relay.
  var claimCount = 0

  /// A Boolean value that indicates whether the relay has been discarded, and takes no
  /// observer any more.
  @usableFromInline var isDiscarded = false

  @inlinable
  init(key: UInt, parent: UInt) {
    self.key = key
    self.parent = parent
  }
}
