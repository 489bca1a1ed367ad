internal import CGround
public import Synchronization

extension Node {
  /// A Boolean value that indicates whether the core has observers or dependents.
  final var hasAudience: Bool { lock.withLock { $0.hasAudience } }

  // MARK: Edges from this core

  /// Adds an edge to a derived value, also to the changes that have not been delivered.
  ///
  /// - Returns: The delivered version of the value, and the key of the new edge.
  final func attach(_ edge: DerivedEdge) -> (version: ValueVersion, key: UInt) {
    // Released after unlocking.
    var released: Snapshot?
    let attached = lock.withLock { state in
      let key: UInt
      (key, released) = append(edge, to: &state)
      if state.duties.contains(.wait) { addToQueued(edge) }
      return (valueVersion(in: &state, delivered: true), key)
    }
    _ = released
    noteAudience()
    return attached
  }

  /// Removes the edge with a key, unless it has been removed.
  final func detach(_ key: UInt) {
    guard let edge = removeEdge(key) else { return }
    edge.child?.forgetSource(Source(node: NodeReference(to: self), edge: key))
    noteAudience()
  }

  /// Removes the edge with a key.
  ///
  /// - Returns: The edge, or `nil` if it does not exist.
  final func removeEdge(_ key: UInt) -> AnyEdge? {
    // Released after unlocking.
    var released: (edge: AnyEdge, snapshot: Snapshot?)?
    lock.withLock { state in
      guard let edge = state.edges.remove(key) else { return }
      released = (edge, invalidate(&state))
    }
    return released?.edge
  }

  // MARK: Edges to this core

  /// Adds an edge on which changes reach this core.
  ///
  /// - Returns: `false` if this core has been discarded or disconnected from its sources, so that
  ///   it takes no further ones.
  final func addSource(_ source: Source) -> Bool {
    lock.withLock { state in
      guard !state.isCutOff else { return false }
      state.relations.sources.append(source)
      return true
    }
  }

  /// Removes an edge on which changes reach this core.
  final func forgetSource(_ source: Source) {
    // Released after unlocking.
    var released: Source?
    lock.withLock { state in
      let index = state.relations.sources.firstIndex(of: source)
      released = index.map { state.relations.sources.remove(at: $0) }
    }
    _ = released
  }

  /// Removes the edges on which changes reach this core, if it is neither read nor observed.
  ///
  /// - Parameter hasEnded: Whether to remove them in any case.
  /// - Returns: The edges.
  private func takeSources(hasEnded: Bool) -> ContiguousArray<Source> {
    guard hasEnded || readers.load(ordering: .acquiring) == 0 else { return [] }
    return lock.withLock { state in
      guard hasEnded || !state.relations.sources.isEmpty && !state.hasAudience else { return [] }
      state.isCutOff = true
      let sources = state.relations.sources
      if !sources.isEmpty { state.relations.sources = [] }
      return sources
    }
  }

  /// Disconnects this core from its sources if it is neither read nor observed, or if it has been
  /// discarded.
  ///
  /// The same is done for sources that fed only this core. This is a loop, because a chain may have
  /// a hundred thousand of them.
  @usableFromInline
  final func leaveSources(hasEnded: Bool) {
    // Released at the end, one by one.
    var released: [AnyEdge] = []
    var remaining = takeSources(hasEnded: hasEnded)
    while let source = remaining.popLast() {
      guard let node = source.node.node, let edge = node.removeEdge(source.edge) else { continue }
      released.append(edge)
      node.audienceDidChange()
      remaining += node.takeSources(hasEnded: false)
    }
    _ = released
  }

  // MARK: Readers

  /// Adds a relay object or a derived value that may read the value.
  @usableFromInline
  final func addReader() {
    readers.wrappingAdd(1, ordering: .relaxed)
  }

  /// Removes a relay object or a derived value that may read the value.
  @usableFromInline
  final func removeReader() {
    guard readers.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else {
      return
    }
    leaveSources(hasEnded: false)
  }

  // MARK: Audience

  /// Updates the core after observers or dependents were added or removed.
  ///
  /// A derived value is connected only while it is observed. A core that is neither observed nor
  /// read is disconnected from its sources.
  @inlinable
  @inline(__always)
  final func noteAudience() {
    if notesAudience.load(ordering: .relaxed) { noteAudienceSlowly() }
  }

  @usableFromInline
  final func noteAudienceSlowly() {
    audienceDidChange()
    leaveSources(hasEnded: false)
  }

  /// Schedules the connecting of a derived value, and calls the observation hooks.
  private func audienceDidChange() {
    unsafe derivation?.schedule(on: DeliveryThread.current)
    let hooks = lock.withLock { $0.hasRelations ? $0.relations.hooks : [] }
    for hook in hooks { hook.update { hasAudience } }
  }
}

/// A reference to a core that does not keep the core alive.
///
/// A weak reference would do the same. But retaining an object that has weak references takes
/// longer, and a core is retained in every change. This reference keeps the memory of the core,
/// but not what the core holds.
struct NodeReference: Sendable, Equatable {
  private unowned let memory: Node

  init(to node: Node) { memory = node }

  // An unowned reference to an object of Swift is the address of the object.
  private var address: UnsafeMutableRawPointer {
    unsafe unsafeBitCast(self, to: UnsafeMutableRawPointer.self)
  }

  /// The core, retained, or `nil` once its deinitialization has started.
  var retained: Unmanaged<Node>? {
    unsafe pharos_try_retain(address) ? .fromOpaque(address) : nil
  }

  /// The core, or `nil` once its deinitialization has started.
  var node: Node? { unsafe retained?.takeRetainedValue() }

  static func == (one: Self, other: Self) -> Bool { unsafe one.address == other.address }
}

/// An edge on which changes reach a core.
struct Source: Sendable, Equatable {
  let node: NodeReference
  /// The key of the edge in the core that it comes from.
  let edge: UInt
}
