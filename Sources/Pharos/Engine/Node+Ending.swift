import Synchronization

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
    var released = NodeState(isFed: isFed)
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
