/// The state of a ``Node``, all of it under its lock.
@usableFromInline
struct NodeState: @unchecked Sendable {
  // Why this is Sendable: slots are only touched under the lock, and closures go where the
  // domain's changes are delivered; the fronts only put in what may go there.

  /// The steps that delivering a new value takes.
  @usableFromInline
  enum Mode: UInt8 {
    /// There are no observers and no dependents.
    case quiet
    /// There are observers and no dependents, the snapshot is current, and no change is
    /// queued or held back.
    case ready
    /// There are dependents and no observers, the snapshot is current, and no change is
    /// queued or held back.
    case feeding
    /// There are observers or dependents, no change is queued or held back, and other cores
    /// feed this one.
    case fed
    /// Anything else.
    case other
  }

  @usableFromInline var mode = Mode.quiet
  /// A Boolean value that indicates whether other cores feed this one.
  ///
  /// All changes of such a core are delivered by the owner of its domain, since that
  /// is who feeds it.
  @usableFromInline let isFed: Bool
  /// A Boolean value that indicates whether something cached follows from the value, so
  /// that its next change must be counted; see ``Epoch``.
  @usableFromInline var isWatched = false
  /// A Boolean value that indicates whether the core takes values of other cores, or
  /// others take its own: by bonds, or by relaying.
  @usableFromInline var isLinked = false
  /// A Boolean value that indicates whether a change is held back.
  @usableFromInline var isHeld = false
  /// A Boolean value that indicates whether changes are queued.
  @usableFromInline var hasQueued = false
  /// A Boolean value that indicates whether this core has given up its
  /// sources, and takes no others.
  var isCutOff = false

  /// Counts the values there have been, for those who change one without holding
  /// the lock.
  @usableFromInline var version: UInt = 0
  /// The current snapshot of observers and dependents; made with the next change.
  @usableFromInline var snapshot: Snapshot?
  /// The snapshots that the ``Node/deliverer`` may still use.
  @usableFromInline var retired: [Snapshot] = []
  /// The number of changes that the owner of the domain delivers or has queued.
  @usableFromInline var pending = 0
  /// The number of these that the deliverer has yet to queue in the domain.
  @usableFromInline var postponed = 0

  /// The place of the main relay, which comes before all others; made when it is first needed.
  var main: Slot?
  /// The number of main relays that have been discarded.
  var endedMainCount: UInt32 = 0
  /// The places of the other relays, by their keys.
  var slots: ContiguousArray<Slot> = []
  /// The number of observers in these.
  var observerCount = 0
  /// The ways to other cores.
  var edges = EdgeList()
  /// The key of the next relay or edge.
  var nextKey: UInt = 1

  /// The ``WriteNumber`` of the value, if the core is linked.
  @usableFromInline var write: UInt64 = 0
  /// The reference to this core for others; made when it is first needed.
  var link: SourceLink?
  /// The ways on which changes reach this core.
  var sources: ContiguousArray<Source> = []
  /// The hooks that are called when the first observer comes and the last goes.
  var observationHooks: [ObservationHook] = []

  init(isFed: Bool) {
    self.isFed = isFed
  }

  /// The ``WriteNumber`` of the value, for a change that is not delivered at once.
  @usableFromInline var writeToKeep: UInt64 {
    isLinked ? write : WriteNumber.nextIfNeeded()
  }

  /// A Boolean value that indicates whether a change has been made and not delivered.
  @inlinable var hasUndelivered: Bool { isHeld || hasQueued }

  /// A Boolean value that indicates whether there are observers or dependent cores.
  var hasAudience: Bool { !edges.isEmpty || observerCount > 0 }

  /// The number of relays, with the main one, whose place may not have been made.
  var relayCount: Int { slots.count + (main == nil && endedMainCount > 0 ? 0 : 1) }

  // MARK: The snapshot

  /// The current snapshot of observers and dependents, or `nil` if there are none.
  @inlinable
  @inline(__always)
  mutating func currentSnapshot() -> Snapshot? { snapshot ?? makeSnapshot() }

  @usableFromInline
  mutating func makeSnapshot() -> Snapshot? {
    guard hasAudience else {
      mode = !isHeld && pending == 0 && !isWatched && !isLinked ? .quiet : .other
      return nil
    }
    var observers: ContiguousArray<AnyObserver> = []
    if let observer = main?.observer { observers.append(observer) }
    for slot in slots {
      if let observer = slot.observer { observers.append(observer) }
    }
    snapshot = Snapshot(observers: observers, edges: edges.all)
    updateMode()
    return snapshot
  }

  /// Finds the mode, after anything that it depends on has changed.
  @inlinable
  mutating func updateMode() {
    guard !isHeld, pending == 0, !isWatched, !isLinked, let snapshot else {
      mode = .other
      return
    }
    mode =
      isFed
      ? .fed
      : snapshot.edges.isEmpty ? .ready : snapshot.observers.isEmpty ? .feeding : .other
  }

  // MARK: Cached values

  /// Has the next change of the value counted.
  @usableFromInline
  mutating func watch() {
    isWatched = true
    mode = .other
  }

  /// Counts a change of the value.
  @usableFromInline
  mutating func endWatch() {
    isWatched = false
    updateMode()
    Epoch.advance()
  }
}
