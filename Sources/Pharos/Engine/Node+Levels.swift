import Synchronization

extension Node {
  /// The cores that this one feeds, and whether each of them has no other source.
  private var dependents: [(node: Node, isOnlyParent: Bool)] {
    lock.withLock { $0.edges.all }.compactMap { edge in edge.target.map { ($0, edge.isOnlyParent) }
    }
  }

  /// Raises the level of this core to at least `level`, and raises its dependents accordingly.
  ///
  /// - Parameters:
  ///   - level: The minimum level.
  ///   - thread: The thread that owns the domain.
  /// - Returns: `false` if this core depends on itself.
  final func raise(to level: Int, on thread: DeliveryThread) -> Bool {
    guard self.level < level else { return true }
    var (isOrderLost, isCyclic) = (false, false)
    var remaining = [(node: self, level: level)]
    while let (node, level) = remaining.popLast() {
      guard node.level < level else { continue }
      node.height.store(Int32(level), ordering: .relaxed)
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

  /// Returns all nodes that depend on this one, directly or indirectly.
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

  /// Raises this node above a new source, and raises its dependents above this node.
  ///
  /// - Complexity: O(*n*) in the number of nodes that are raised.
  /// - Returns: `false` if the source depends on this node, so that it must not feed it.
  @usableFromInline
  final func follow(_ source: Node) -> Bool {
    guard !isAbove(source.level) else { return true }
    var rising = [(node: self, base: source.level)]
    while let (node, base) = rising.popLast() {
      if node === source { return false }
      let level = node.isComputed ? base + 1 : base
      guard node.height.max(Int32(level), ordering: .relaxed).oldValue < level else { continue }
      rising += node.dependents.map { ($0.node, level) }
    }
    return true
  }

  /// Returns whether this core's turn comes after everything of a level.
  private func isAbove(_ base: Int) -> Bool { isComputed ? level > base : level >= base }
}

extension Node {
  /// Removes the cores that this one feeds and the closures of its observers, so that the cores can
  /// be released one after the other.
  ///
  /// - Precondition: This node is about to be released.
  final func takeChildren() -> [Node] {
    // Most cores have at most an observer, which is released with their state.
    guard lock.withLock({ $0.hasConnections }) else { return [] }
    var released = NodeState()
    lock.withLock { swap(&$0, &released) }
    // A retainer may keep a slot alive longer than this core.
    released.main.slot?.clear()
    for hook in released.relations.hooks { hook.update { false } }
    for slot in released.slots { slot.clear() }
    // A closure, because a key path would be looked up at run time in each release of a relay.
    return released.edges.all.compactMap { $0.child }
  }

  /// Discards all relays of this core, because its source was discarded.
  ///
  /// - Returns: The cores that have no other source.
  private func endAll() -> [Node] {
    let ended = removeAll(from: mainSlot())
    leaveSources(hasEnded: true)
    return ended
  }

  /// Releases nodes, and nodes that only they keep alive, without recursion.
  ///
  /// A chain of a hundred thousand would overflow the stack if each released the next.
  static func release(_ nodes: consuming [Node]) {
    var remaining = nodes
    while remaining.count > 0 {
      var node = remaining.removeLast()
      // If there are other references, the last one to be dropped releases the rest.
      if isKnownUniquelyReferenced(&node) { remaining += node.takeChildren() }
    }
  }

  /// Discards nodes, and nodes that have no other source, without recursion.
  static func end(_ nodes: [Node]) {
    var remaining = nodes
    while let node = remaining.popLast() { remaining += node.endAll() }
  }
}
