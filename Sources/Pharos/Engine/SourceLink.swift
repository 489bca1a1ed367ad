internal import CGround
import Synchronization

/// A reference to a core for the cores that it feeds, which do not keep it.
///
/// A weak reference would do the same, but retaining an object that has one takes longer,
/// and a core is retained in every change.
final class SourceLink: Sendable {
  /// The address of the core, or 0 once its end has begun.
  private let address: Mutex<UInt>

  /// Makes the link to a core, which closes it when it ends.
  init(to node: Node) {
    address = Mutex(UInt(bitPattern: unsafe Unmanaged.passUnretained(node).toOpaque()))
  }

  /// The core, unless its end has begun.
  var node: Node? {
    // The core cannot end while the lock is held, because it closes the link first.
    let retained = address.withLock { address -> UInt? in
      guard let pointer = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return nil }
      return unsafe pharos_try_retain(pointer) ? address : nil
    }
    guard let retained, let pointer = unsafe UnsafeRawPointer(bitPattern: retained) else {
      return nil
    }
    return unsafe Unmanaged<Node>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Notes that the end of the core has begun.
  func close() {
    address.withLock { $0 = 0 }
  }
}

/// One of the ways on which changes reach a core.
struct Source: Sendable {
  let link: SourceLink
  /// The ``Edge/key``.
  let edge: UInt
}
