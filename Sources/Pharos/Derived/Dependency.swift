public import Synchronization

/// A dependency of a derived value: a core, and the version of its value.
struct Dependency: Sendable {
  let node: Node
  /// See ``NodeState/version``.
  var version: UInt
  /// Keeps the core connected to its sources, if it has any.
  let reader: DependencyReader?

  init(node: Node, version: UInt) {
    self.node = node
    self.version = version
    reader = unsafe node.isFed && node.derivation == nil ? DependencyReader(of: node) : nil
  }
}

/// The edge from a dependency to a derived value.
struct Attachment: Sendable {
  let node: Node
  /// The ``AnyEdge/key``.
  let edge: UInt
  /// The number of the latest value that is known to depend on the node.
  var commits: UInt

  /// Removes the edge.
  func cancel() { node.detach(edge) }
}

/// The edges to a derived value, by the cores that they come from.
struct Attachments: Sendable {
  /// Up to this number, a linear search is faster than a hash table.
  private static let fewest = 8

  private var few: ContiguousArray<Attachment> = []
  private var many: [ObjectIdentifier: Attachment] = [:]

  /// All edges, in no particular order.
  var all: ContiguousArray<Attachment> { few + many.values }

  /// Records that a value depends on a core.
  ///
  /// - Returns: Whether an edge from the core exists.
  mutating func keep(_ node: Node, for commits: UInt) -> Bool {
    if let index = few.firstIndex(where: { $0.node === node }) {
      few[index].commits = commits
      return true
    }
    return !many.isEmpty && (many[ObjectIdentifier(node)]?.commits = commits) != nil
  }

  /// Adds an edge from a core that has none.
  mutating func insert(_ attachment: Attachment) {
    if few.count < Self.fewest {
      few.append(attachment)
    } else {
      many[ObjectIdentifier(attachment.node)] = attachment
    }
  }

  /// Removes the edge from a core, if it exists.
  mutating func remove(_ node: Node) -> Attachment? {
    if let index = few.firstIndex(where: { $0.node === node }) { return few.remove(at: index) }
    return many.isEmpty ? nil : many.removeValue(forKey: ObjectIdentifier(node))
  }

  /// Removes the edges on which the value with this number does not depend.
  mutating func cancelAll(notFor commits: UInt) {
    for index in few.indices.reversed() where few[index].commits != commits {
      few.remove(at: index).cancel()
    }
    guard !many.isEmpty else { return }
    for (id, other) in many where other.commits != commits {
      many[id] = nil
      other.cancel()
    }
  }
}

/// An object that marks a fed core as read by a derived value.
final class DependencyReader: Sendable {
  private let node: Node

  init(of node: Node) {
    self.node = node
    node.addReader()
  }

  deinit { node.removeReader() }
}

/// The version of a core's value, which is compared with the version that a reader has seen.
@usableFromInline
struct ValueVersion: Sendable {
  /// See ``NodeState/version``.
  let number: UInt
  /// A Boolean value that indicates whether no change is waiting to be delivered, so that every
  /// thread reads the same value.
  let isSettled: Bool

  @usableFromInline
  init(number: UInt, isSettled: Bool) {
    self.number = number
    self.isSettled = isSettled
  }
}

extension Node {
  /// Returns the version of the value.
  ///
  /// - Parameters:
  ///   - delivered: Whether to return the delivered version instead of the latest.
  ///   - watching: Whether the next change advances the ``Epoch``.
  /// - Returns: The version.
  final func latestVersion(delivered: Bool, watching: Bool) -> ValueVersion {
    lock.withLock { state in
      if watching { state.duties.insert(.count) }
      return valueVersion(in: &state, delivered: delivered)
    }
  }

  /// Returns the version of the value.
  ///
  /// - Precondition: The lock is held.
  @inlinable
  @inline(__always)
  final func valueVersion(in state: inout NodeState, delivered: Bool) -> ValueVersion {
    guard state.hasUndelivered else {
      return ValueVersion(number: state.version, isSettled: true)
    }
    return ValueVersion(number: delivered ? undeliveredBase : state.version, isSettled: false)
  }

  /// Returns whether the value has been settled since an epoch.
  final func isSettled(since epoch: UInt) -> Bool {
    unsafe derivation?.isSettled(since: epoch) ?? true
  }
}

extension Core {
  /// Reads the value.
  ///
  /// - Parameters:
  ///   - delivered: Whether to return the delivered value instead of the latest.
  ///   - watching: Whether the next change advances the ``Epoch``.
  /// - Returns: The value and its version.
  @inlinable
  @inline(__always)
  func reading(delivered: Bool, watching: Bool) -> (value: Value, version: ValueVersion) {
    var value: Value?
    let version = lock.withLock { state in
      if watching { state.duties.insert(.count) }
      let isEarlier = delivered && state.hasUndelivered
      value = unsafe isEarlier ? deliveredValue : stored
      return valueVersion(in: &state, delivered: delivered)
    }
    return (value!, version)
  }

  /// The delivered value.
  ///
  /// - Precondition: The lock is held.
  @usableFromInline var deliveredValue: Value {
    unsafe undelivered?.first?.change.old ?? stored
  }
}
