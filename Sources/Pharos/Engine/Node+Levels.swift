import Synchronization

extension Node {
  /// The cores that this one feeds, and which of them depend on nothing else.
  private var dependents: [(node: Node, isOnlyParent: Bool)] {
    lock.withLock { $0.edges.all }.compactMap { edge in edge.target.map { ($0, edge.isOnlyParent) }
    }
  }

  /// Sees to it that this has at least a level, and what depends on it a
  /// sufficient one.
  ///
  /// - Parameters:
  ///   - level: The least level.
  ///   - thread: The one that owns the domain.
  /// - Returns: Whether what depends on this does not lead back to it.
  final func raise(to level: Int, on thread: DeliveryThread) -> Bool {
    guard self.level < level else { return true }
    var (isOrderLost, isCyclic) = (false, false)
    var remaining = [(node: self, level: level)]
    while let (node, level) = remaining.popLast() {
      guard node.level < level else { continue }
      node.height.store(level, ordering: .relaxed)
      if unsafe node.isWaiting { isOrderLost = true }
      for (child, isOnlyParent) in node.dependents {
        if child === self {
          isCyclic = true
        } else {
          remaining.append((child, isOnlyParent ? level : level + 1))
        }
      }
    }
    if isOrderLost { thread.sortWaiting() }
    return !isCyclic
  }

  /// All nodes that depend on this one, directly or not.
  final func allDependents() -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var remaining = [self]
    while let node = remaining.popLast() {
      for (child, _) in node.dependents where found.insert(ObjectIdentifier(child)).inserted {
        remaining.append(child)
      }
    }
    return found
  }

  /// Raises this node above another that is to feed it, if it is not there already,
  /// and what depends on it above it.
  ///
  /// - Complexity: O(*n*) in the number of nodes that rise.
  /// - Returns: Whether it may; not if the other depends on this one.
  @usableFromInline
  final func follow(_ source: Node) -> Bool {
    guard !isAbove(source.level) else { return true }
    var rising = [(node: self, base: source.level)]
    while let (node, base) = rising.popLast() {
      if node === source { return false }
      let level = node.isComputed ? base + 1 : base
      guard node.height.max(level, ordering: .relaxed).oldValue < level else { continue }
      rising += node.dependents.map { ($0.node, level) }
    }
    return true
  }

  /// Returns whether this has its turn after everything of a level.
  private func isAbove(_ base: Int) -> Bool { isComputed ? level > base : level >= base }
}
