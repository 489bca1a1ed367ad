internal import CGround
public import Synchronization

extension Node {
  /// A Boolean value that indicates whether the core has observers or dependents.
  final var hasAudience: Bool { lock.withLock { $0.hasAudience } }

  /// The reference to this core for the cores that it feeds, and for the cores that feed it.
  final var link: SourceLink {
    lock.withLock { state in
      if let link = state.relations.link { return link }
      let link = SourceLink(to: self)
      state.relations.link = link
      return link
    }
  }

  // MARK: Edges from this core

  /// Adds an edge to a derived value, also to the changes that have not been delivered.
  ///
  /// - Returns: The delivered version of the value, and the key of the new edge.
  final func attach(_ derived: Node) -> (version: ValueVersion, edge: UInt) {
    let edge = DerivedEdge(to: derived)
    // Released after unlocking.
    var released: Snapshot?
    let version = lock.withLock { state in
      released = append(edge, to: &state)
      if state.duties.contains(.wait) { addToQueued(edge) }
      return valueVersion(in: &state, delivered: true)
    }
    _ = released
    noteAudience()
    return (version, edge.key)
  }

  /// Removes an edge to a derived value.
  final func detach(_ edge: UInt) {
    if removeEdge(edge) != nil { noteAudience() }
  }

  /// Removes an edge, unless it has been removed.
  final func detach(_ edge: AnyEdge) {
    guard removeEdge(edge.key) != nil else { return }
    if let link = lock.withLock({ $0.relations.link }) {
      edge.child?.forgetSource(Source(link: link, edge: edge.key))
    }
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
      let index = state.relations.sources.firstIndex {
        $0.edge == source.edge && $0.link === source.link
      }
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
      guard let node = source.link.node, let edge = node.removeEdge(source.edge) else { continue }
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

/// A reference to a core for the cores that it feeds, which does not keep the core alive.
///
/// A weak reference would do the same. But retaining an object that has weak references takes
/// longer, and a core is retained in every change.
final class SourceLink: Sendable {
  /// The address of the core, or 0 once its deinitialization has started.
  private let address: Mutex<UInt>

  /// Makes the link to a core, which closes it when it is deinitialized.
  init(to node: Node) {
    address = Mutex(UInt(bitPattern: unsafe Unmanaged.passUnretained(node).toOpaque()))
  }

  /// The core, or `nil` once its deinitialization has started.
  var node: Node? {
    // The core cannot be deallocated while the lock is held, because it closes the link first.
    let retained = address.withLock { address -> UInt? in
      guard let pointer = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return nil }
      return unsafe pharos_try_retain(pointer) ? address : nil
    }
    guard let retained, let pointer = unsafe UnsafeRawPointer(bitPattern: retained) else {
      return nil
    }
    return unsafe Unmanaged<Node>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Closes the link when the deinitialization of the core starts.
  func close() {
    address.withLock { $0 = 0 }
  }
}

/// An edge on which changes reach a core.
struct Source: Sendable {
  let link: SourceLink
  /// The ``Edge/key``.
  let edge: UInt
}
