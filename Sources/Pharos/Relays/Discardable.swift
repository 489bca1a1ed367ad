import Synchronization

/// An object that is ended by hand or with the last of its managers.
public protocol Discardable: AnyObject {
  /// The number of its managers: retainers, and callers of ``retained()``.
  var retainerCount: Int { get }

  /// A Boolean value that indicates whether it has not been ended.
  var isValid: Bool { get }

  /// Ends it.
  func discard()

  /// Notes that one more manages it.
  func retained()

  /// Notes that one manages it no more, and ends it if that was the last.
  func unretained()
}

extension ValueRelay: Discardable {
  public final var retainerCount: Int {
    let slot = slot
    return core.lock.withLock { _ in slot.claimCount }
  }

  public final var isValid: Bool {
    let slot = slot
    return core.lock.withLock { _ in !slot.isDiscarded }
  }

  public final func retained() { core.claim(slot) }

  public final func unretained() { core.unclaim(slot) }
}
