internal import CGround
public import Synchronization

extension Node {
  /// A Boolean value that indicates whether there are observers or dependents.
  final var hasAudience: Bool { lock.withLock(\.hasAudience) }

  /// The reference to this core for those that it feeds, and for those that feed it.
  final var link: SourceLink {
    lock.withLock { state in
      let link = state.link ?? SourceLink(to: self)
      state.link = link
      return link
    }
  }

  // MARK: Edges from this core

  /// Has changes given to a derived value, those included that are yet to be
  /// delivered.
  ///
  /// - Returns: The version of the value that has been delivered, and the key of the new edge.
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

  /// Gives no changes to a derived value any more.
  final func detach(_ edge: UInt) {
    if removeEdge(edge) != nil { noteAudience() }
  }

  /// Takes an edge out that has not been taken out yet.
  final func detach(_ edge: AnyEdge) {
    guard removeEdge(edge.key) != nil else { return }
    if let link = lock.withLock(\.link) {
      edge.child?.forgetSource(Source(link: link, edge: edge.key))
    }
    noteAudience()
  }

  /// Takes the edge with a key out.
  ///
  /// - Returns: The edge, if there was one.
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

  /// Notes a way on which changes reach this core.
  ///
  /// - Returns: Whether they may; not if it has ended or nothing observed or read it.
  final func addSource(_ source: Source) -> Bool {
    lock.withLock { state in
      guard !state.isCutOff else { return false }
      state.sources.append(source)
      return true
    }
  }

  /// Notes that changes do not reach this core on a way any more.
  final func forgetSource(_ source: Source) {
    // Released after unlocking.
    var released: Source?
    lock.withLock { state in
      let index = state.sources.firstIndex {
        $0.edge == source.edge && $0.link === source.link
      }
      released = index.map { state.sources.remove(at: $0) }
    }
    _ = released
  }

  /// Takes out the ways on which changes reach this core, if nothing reads or observes it.
  ///
  /// - Parameter hasEnded: Whether to do so in any case.
  /// - Returns: The ways.
  private func takeSources(hasEnded: Bool) -> ContiguousArray<Source> {
    guard hasEnded || readers.load(ordering: .acquiring) == 0 else { return [] }
    return lock.withLock { state in
      guard hasEnded || !state.sources.isEmpty && !state.hasAudience else { return [] }
      state.isCutOff = true
      let sources = state.sources
      state.sources = []
      return sources
    }
  }

  /// Gives up the edges on which changes reach this core, if nothing reads or observes it
  /// or if it has ended, and those of the cores that only fed it.
  ///
  /// In a loop, since there may be a hundred thousand of them in a row.
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

  /// Notes that a relay object or a derived value may read the value.
  @usableFromInline
  final func addReader() {
    readers.wrappingAdd(1, ordering: .relaxed)
  }

  /// Notes that one of those who may read the value does so no more.
  @usableFromInline
  final func removeReader() {
    guard readers.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else {
      return
    }
    leaveSources(hasEnded: false)
  }

  // MARK: Audience

  /// Has a derived value connected when it is observed, and only then, and has what is
  /// neither observed nor read cost its sources nothing.
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

  /// Does what is to be done when observers or dependents have come or gone.
  private func audienceDidChange() {
    unsafe derivation?.schedule(on: DeliveryThread.current)
    guard hasObservationHooks.load(ordering: .acquiring) else { return }
    for hook in lock.withLock(\.observationHooks) { hook.update { hasAudience } }
  }
}

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
