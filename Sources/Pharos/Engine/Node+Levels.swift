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

extension Node {
  /// Gives up the cores that this one feeds, so that they can be released one
  /// after the other, and the closures of its observers.
  ///
  /// - Precondition: Nothing else keeps this.
  final func takeChildren() -> [Node] {
    let main = lock.withLock { $0.main.take() }
    // A retainer may still hold a slot, as long as it lives.
    main?.clear()
    // Most cores have had no more than that.
    guard lock.withLock({ $0.nextKey > 1 || $0.link != nil || !$0.observationHooks.isEmpty }) else {
      return []
    }
    var released = NodeState()
    lock.withLock { swap(&$0, &released) }
    released.link?.close()
    for hook in released.observationHooks { hook.update { false } }
    for slot in released.slots { slot.clear() }
    // A closure: a key path would be looked up at run time, in each release of a relay.
    return released.edges.all.compactMap { $0.child }
  }

  /// Ends all relays of this core, because what it depends on has ended.
  ///
  /// - Returns: The cores that depended on nothing else.
  private func endAll() -> [Node] {
    let ended = removeAll(from: mainSlot())
    leaveSources(hasEnded: true)
    return ended
  }

  /// Releases nodes, and those that only they keep, without recursion.
  ///
  /// A chain of a hundred thousand would overflow the stack if each released the
  /// next.
  static func release(_ nodes: consuming [Node]) {
    var remaining = nodes
    while var node = remaining.popLast() {
      // If there are other references, the last one to be dropped releases the rest.
      if isKnownUniquelyReferenced(&node) { remaining += node.takeChildren() }
    }
  }

  /// Ends nodes, and those that depend on them alone, without recursion.
  static func end(_ nodes: [Node]) {
    var remaining = nodes
    while let node = remaining.popLast() { remaining += node.endAll() }
  }
}
