import Synchronization

/// A dependency of a derived value: a core, and the version of its value.
struct Dependency: Sendable {
  let node: Node
  /// See ``CoreState/version``.
  var version: UInt
  /// Keeps the core from giving up its sources, if it has any.
  let reader: DependencyReader?

  init(node: Node, version: UInt) {
    self.node = node
    self.version = version
    reader = node.isFed && node.derivation == nil ? DependencyReader(of: node) : nil
  }
}

/// The edge from a dependency to a derived value.
struct Attachment: Sendable {
  let node: Node
  /// The ``Edge/key``.
  let edge: UInt

  /// Takes the edge out.
  func cancel() { node.detach(edge) }
}

/// A derived value's interest in a core that others feed.
final class DependencyReader: Sendable {
  private let node: Node

  init(of node: Node) {
    self.node = node
    node.addReader()
  }

  deinit { node.removeReader() }
}

/// The version of a core's value, to be compared with the one that a reader has seen.
struct ValueVersion {
  /// See ``CoreState/version``.
  let number: UInt
  /// A Boolean value that indicates whether no change is waiting to be delivered, so that every
  /// thread reads the same value.
  let isSettled: Bool
}

extension Core {
  /// Reads the value.
  ///
  /// - Parameters:
  ///   - delivered: Whether that is wanted which has been delivered, and not the
  ///     latest.
  ///   - watching: Whether the next change is to be counted in the ``Epoch``.
  /// - Returns: The value, and which one it is.
  func reading(delivered: Bool, watching: Bool) -> (value: Value, version: ValueVersion) {
    var reading: (value: Value, version: ValueVersion)?
    lock.withLock { state in
      if watching { state.watch() }
      guard let first = state.undelivered else {
        reading = (state.value, ValueVersion(number: state.version, isSettled: true))
        return
      }
      reading = (
        delivered ? first.old : state.value,
        ValueVersion(number: delivered ? first.base : state.version, isSettled: false)
      )
    }
    return reading!
  }
}

extension CoreState {
  /// Which value there is, or which has been delivered.
  func version(delivered: Bool) -> ValueVersion {
    let undelivered = undelivered
    return ValueVersion(
      number: (delivered ? undelivered?.base : nil) ?? version, isSettled: undelivered == nil)
  }
}

extension CoreState.Queued {
  /// The same change for one more.
  func adding(_ edge: Edge<Value>) -> Self {
    Self(
      change: change,
      snapshot: Snapshot(observers: snapshot.observers, edges: snapshot.edges + [edge]),
      cause: cause, base: base)
  }
}
