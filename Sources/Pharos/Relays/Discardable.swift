import Synchronization

/// An object that you can discard, or that is discarded together with its last manager.
public protocol Discardable: AnyObject {
  /// The number of its managers: retainers, and callers of ``retained()``.
  var retainerCount: Int { get }

  /// A Boolean value that indicates whether the object has not been discarded.
  var isValid: Bool { get }

  /// Discards the object.
  func discard()

  /// Adds a manager.
  func retained()

  /// Removes a manager, and discards the object if it was the last one.
  func unretained()
}

extension ValueRelay: Discardable {
  public final var retainerCount: Int {
    let slot = slot
    return core.lock.withLock { _ in Int(slot.claimCount) }
  }

  public final var isValid: Bool {
    let slot = slot
    return core.lock.withLock { _ in !slot.isDiscarded }
  }

  public final func retained() { core.claim(slot) }

  public final func unretained() { core.unclaim(slot) }
}
