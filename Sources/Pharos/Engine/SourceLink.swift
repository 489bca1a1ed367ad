internal import CPharosThread
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

extension Node {
  /// Gives up the edges on which changes reach this core, if nothing reads or observes it
  /// or if it has ended, and those of the cores that only fed it.
  ///
  /// In a loop, since there may be a hundred thousand of them in a row.
  @usableFromInline
  func leaveSources(hasEnded: Bool) {
    // Released at the end, one by one.
    var released: [AnyObject] = []
    var remaining = takeSources(hasEnded: hasEnded)
    while let source = remaining.popLast() {
      guard let node = source.link.node, let edge = node.removeEdge(source.edge) else { continue }
      released.append(edge)
      node.audienceDidChange()
      remaining += node.takeSources(hasEnded: false)
    }
    _ = released
  }

  /// Notes that a relay object or a derived value may read the value.
  @usableFromInline
  func addReader() {
    readers.wrappingAdd(1, ordering: .relaxed)
  }

  /// Notes that one of those who may read the value does so no more.
  @usableFromInline
  func removeReader() {
    guard readers.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else {
      return
    }
    leaveSources(hasEnded: false)
  }
}

extension Core {
  /// Takes an edge out that has not been taken out yet.
  func detach(_ edge: Edge<Value>) {
    guard removeEdge(edge.key) != nil else { return }
    if let link = lock.withLock(\.link) {
      edge.child.forgetSource(Source(link: link, edge: edge.key))
    }
    noteAudience()
  }
}
