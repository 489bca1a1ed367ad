public import Synchronization

/// A value, its observers and its dependents.
///
/// Every relay is a view of a core. What is mapped or merged has a core of its
/// own, which an ``Edge`` feeds.
///
/// - Concurrency: All methods may be called from any thread. No lock is held
///   while closures of users run, or while they are released.
@usableFromInline
final class Core<Value>: Node, @unchecked Sendable {
  // Why this is Sendable: `inFlight` is only
  // touched by the thread that owns the domain. Values and closures go where the
  // domain's changes are delivered; the fronts only put in what may go there.

  /// The change that is being delivered.
  @usableFromInline
  struct InFlight {
    @usableFromInline let change: Changes<Value>
    @usableFromInline let snapshot: Snapshot<Value>
    /// A Boolean value that indicates whether it is one of the ``CoreState/pending`` changes.
    @usableFromInline let isPending: Bool
    /// A Boolean value that indicates whether the dependents have been given it.
    @usableFromInline var isPushed = false

    @usableFromInline
    init(change: Changes<Value>, snapshot: Snapshot<Value>, isPending: Bool = false) {
      self.change = change
      self.snapshot = snapshot
      self.isPending = isPending
    }
  }

  /// The step that remains when a value has been stored and the lock released.
  @usableFromInline
  enum Step: Sendable {
    /// Do nothing.
    case nothing
    /// Notify the observers; there are no dependents.
    case fire
    /// Deliver what is ``inFlight``; the domain is the calling thread's.
    case deliver
    /// Go through the tickets.
    case drain
  }

  /// The value, its observers and its dependents.
  @usableFromInline let lock: Mutex<CoreState<Value>>
  // Only one thread at a time touches it; see above.
  @exclusivity(unchecked) @usableFromInline var inFlight: InFlight?

  /// The source of the value, if it is not a value that was set.
  ///
  /// Only the confined front has values that are kept elsewhere, and what is derived or
  /// compared is so from the beginning; so this never changes while another thread looks.
  @exclusivity(unchecked) @usableFromInline var accessor: Accessor<Value>?

  /// The bonds with other cores; as little shared as ``accessor``.
  var bonds: [Bond] = []

  /// The source location at which it was made.
  @usableFromInline let location: CodeLocation?

  override var origin: CodeLocation? { location }

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - value: Its first value.
  ///   - domain: Where its changes belong, if others feed it; otherwise `nil`.
  ///   - level: See ``Node/level``.
  ///   - origin: Where it is made.
  ///   - compute: Returns the new value of a merge, or `nil` if it has not changed.
  @inlinable
  init(
    _ value: Value, domain: Domain? = nil, level: Int = 0, origin: CodeLocation?,
    compute: (() -> Value?)? = nil
  ) {
    lock = Mutex(CoreState(value: value, isFed: domain != nil))
    location = origin
    super.init(
      domain: domain ?? Domain(), level: level, isComputed: compute != nil,
      isFed: domain != nil,
      operations: NodeOperations(
        deliver: { node, thread in
          unsafe unsafeDowncast(node, to: Core.self).deliver(on: thread)
        },
        letGo: { node, thread in unsafe unsafeDowncast(node, to: Core.self).letGo(on: thread) },
        push: { node, thread in unsafe unsafeDowncast(node, to: Core.self).push(on: thread) },
        fire: { node in unsafe unsafeDowncast(node, to: Core.self).fire() },
        compute: { node, thread in
          guard let value = compute?() else { return }
          unsafe unsafeDowncast(node, to: Core.self)
            .stage(value, origin: node.latestOrigin, on: thread)
        }))
  }

  deinit {
    Node.release(takeChildren())
  }

  override func takeChildren() -> [Node] {
    // The snapshot holds the edges, too, and the closures. These are released although a
    // retainer may still hold a slot, as long as it lives.
    unsafe inFlight = nil
    let released = lock.withLock { state in
      defer {
        state.snapshot = nil
        state.edges = []
        state.slots = []
        state.sources = []
        state.observationHooks = []
      }
      return (
        snapshot: state.snapshot, edges: state.edges, slots: state.slots, link: state.link,
        sources: state.sources, observationHooks: state.observationHooks
      )
    }
    released.link?.close()
    for hook in released.observationHooks { hook.update { false } }
    for slot in released.slots {
      _ = slot.observer.take()
      _ = slot.plan.take()
    }
    // A closure: a key path would be looked up at run time, in each release of a relay.
    return released.edges.map { $0.child }
  }

  override func endAll() -> [Node] {
    let ended = removeAll(from: mainSlot())
    leaveSources(hasEnded: true)
    return ended
  }

  // MARK: Derived values

  override var dependents: [(node: Node, isOnlyParent: Bool)] {
    lock.withLock { state in state.edges.map { ($0.child, $0.isOnlyParent) } }
  }

  override var derivation: Derivation? { unsafe accessor?.derivation }

  override func latestVersion(delivered: Bool, watching: Bool) -> ValueVersion {
    lock.withLock { state in
      if watching { state.watch() }
      return state.version(delivered: delivered)
    }
  }

  override func isSettled(since epoch: UInt) -> Bool {
    derivation?.isSettled(since: epoch) ?? true
  }

  override var hasAudience: Bool {
    lock.withLock(\.hasAudience)
  }

  override func audienceDidChange() {
    derivation?.schedule(on: DeliveryThread.current)
    guard hasObservationHooks.load(ordering: .acquiring) else { return }
    for hook in lock.withLock(\.observationHooks) { hook.update { hasAudience } }
  }

  override func addWatcher(
    on actor: (any Actor)?, _ body: @escaping () -> Void
  ) -> () -> Void {
    let slot = addSlot(after: mainSlot())
    _ = put(Observer({ _ in body() }, on: actor), into: slot)
    return { self.discard(slot) }
  }

  override func attach(_ entrance: DerivedEntrance) -> (version: ValueVersion, edge: UInt) {
    let edge = Edge<Value>(slot: .max, isOnlyParent: false, child: entrance) {
      entrance, change, thread in
      unsafe unsafeDowncast(entrance, to: DerivedEntrance.self)
        .wait(origin: change.origin, on: thread)
    }
    // Released after unlocking.
    var released: (snapshot: Snapshot<Value>?, queued: FirstInFirstOut<CoreState<Value>.Queued>)?
    let version = lock.withLock { state in
      released = (state.append(edge), state.queued)
      state.queued.replaceEach { $0.adding(edge) }
      return state.version(delivered: true)
    }
    _ = released
    noteAudience()
    return (version, edge.key)
  }

  override func detach(_ edge: UInt) {
    if removeEdge(edge) != nil { noteAudience() }
  }

  // MARK: Sources

  override func removeEdge(_ key: UInt) -> AnyObject? {
    // Released after unlocking.
    var released: (edge: Edge<Value>, snapshot: Snapshot<Value>?)?
    lock.withLock { state in
      let index = state.edges.partitioningIndex { $0.key >= key }
      guard index < state.edges.endIndex, state.edges[index].key == key else { return }
      released = (state.edges.remove(at: index), state.invalidate())
    }
    return released?.edge
  }

  override func addSource(_ source: Source) -> Bool {
    lock.withLock { state in
      guard !state.isCutOff else { return false }
      state.sources.append(source)
      return true
    }
  }

  override func forgetSource(_ source: Source) {
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

  override func takeSources(hasEnded: Bool) -> ContiguousArray<Source> {
    guard hasEnded || readers.load(ordering: .acquiring) == 0 else { return [] }
    return lock.withLock { state in
      guard hasEnded || !state.sources.isEmpty && !state.hasAudience else { return [] }
      state.isCutOff = true
      let sources = state.sources
      state.sources = []
      return sources
    }
  }
}
