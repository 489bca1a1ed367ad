/// The state of a ``Node``, which is guarded by the node's lock.
// Not copyable: a debug build would copy all of it when a relay is made, and when it is released.
@usableFromInline
struct NodeState: ~Copyable, Sendable {
  /// The work to do for a new value, in addition to storing it.
  // Not an `OptionSet`: a debug build would call its generic operations for every change, through
  // three protocols each.
  @usableFromInline
  struct Duties: Sendable {
    @usableFromInline var rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Deliver the change: the core may have observers or dependents.
    @inlinable static var deliver: Self { Self(rawValue: 1) }
    /// Count the change, because a cached value depends on this one; see ``Epoch``.
    @inlinable static var count: Self { Self(rawValue: 2) }
    /// Number the value, because the core is linked with others by bonds or relaying.
    @inlinable static var number: Self { Self(rawValue: 4) }
    /// Add the change to the change that is held back.
    @inlinable static var join: Self { Self(rawValue: 8) }
    /// Wait for the queued changes.
    @inlinable static var wait: Self { Self(rawValue: 16) }
    /// Both duties of a core with undelivered changes: ``join`` and ``wait``.
    @inlinable static var undelivered: Self { Self(rawValue: 24) }

    @inlinable var isEmpty: Bool { rawValue == 0 }

    /// A Boolean value that indicates whether the only duty is ``deliver``.
    @inlinable var isDeliverOnly: Bool { rawValue == 1 }

    /// Returns whether any of these duties exists.
    @inlinable
    func contains(_ duties: Self) -> Bool { rawValue & duties.rawValue != 0 }

    @inlinable
    mutating func insert(_ duties: Self) { rawValue |= duties.rawValue }

    @inlinable
    mutating func remove(_ duties: Self) { rawValue &= ~duties.rawValue }
  }

  @usableFromInline var duties = Duties(rawValue: 0)
  /// A Boolean value that indicates whether this core has been disconnected from its sources, and
  /// takes no others.
  var isCutOff = false
  /// The number of main relays that have been discarded.
  var endedMainCount: UInt32 = 0

  /// The number of values so far, for code that computes a change without holding the lock.
  @usableFromInline var version: UInt = 0
  /// The current snapshot of observers and dependents, or `nil` until the next change.
  @usableFromInline var snapshot: Snapshot?

  /// The main relay, which comes before all others.
  var main = MainRelay.unused
  /// The slots of the other relays, ordered by their keys.
  var slots: ContiguousArray<Slot> = []
  /// The edges to other cores.
  var edges = EdgeList()
  /// The number of observers of all relays.
  var observerCount: UInt32 = 0
  /// The key of the next relay or edge.
  var nextKey: UInt = 1

  /// The ``WriteNumber`` of the value, if the core is linked.
  @usableFromInline var write: UInt64 = 0
  /// The ``relations``, or empty for a core that never had any, as most.
  ///
  /// An array and not an object, because this is a value that is changed in place under the lock.
  private var ownRelations: ContiguousArray<Relations> = []

  init() {}

  /// The first relay of a core.
  ///
  /// Most cores have only this relay, with an observer that is a closure and nothing else. It gets
  /// a slot only when something needs one.
  enum MainRelay: Sendable {
    case unused
    case observer(AnyObserver)
    case slot(Slot)

    var slot: Slot? { if case .slot(let slot) = self { slot } else { nil } }

    var observer: AnyObserver? {
      switch self {
      case .unused: nil
      case .observer(let observer): observer
      case .slot(let slot): slot.observer
      }
    }
  }

  /// The connections of a core with others, which most cores do not have.
  struct Relations: Sendable {
    /// The edges on which changes reach this core.
    var sources: ContiguousArray<Source> = []
    /// The hooks that are called when the core gets its first observer and loses its last one.
    var hooks: [ObservationHook] = []
  }

  /// A Boolean value that indicates whether the core ever had ``relations``.
  var hasRelations: Bool { ownRelations.count > 0 }

  /// A Boolean value that indicates whether the core ever had slots, edges or ``relations``.
  var hasConnections: Bool {
    if case .slot = main { return true }
    return nextKey > 1 || hasRelations
  }

  /// The connections with other cores.
  var relations: Relations {
    _read { if ownRelations.isEmpty { yield Relations() } else { yield ownRelations[0] } }
    _modify {
      if ownRelations.isEmpty { ownRelations.append(Relations()) }
      yield &ownRelations[0]
    }
  }

  /// The ``WriteNumber`` to store with a change that is delivered later.
  @usableFromInline var writeToKeep: UInt64 {
    duties.contains(.number) ? write : WriteNumber.nextIfNeeded()
  }

  /// A Boolean value that indicates whether a change has been made and not delivered.
  @inlinable var hasUndelivered: Bool { duties.contains(.undelivered) }

  /// A Boolean value that indicates whether the core has observers or dependents.
  var hasAudience: Bool { !edges.isEmpty || observerCount > 0 }

  /// The number of relays, including the main relay even if its slot has not been made.
  var relayCount: Int {
    if case .unused = main, endedMainCount > 0 { return slots.count }
    return slots.count + 1
  }

  /// Returns the current snapshot of observers and dependents, or `nil` if the core has none.
  @inlinable
  @inline(__always)
  mutating func currentSnapshot() -> Snapshot? {
    if let snapshot { return snapshot }
    return duties.contains(.deliver) ? makeSnapshot() : nil
  }

  @usableFromInline
  mutating func makeSnapshot() -> Snapshot? {
    guard hasAudience else {
      duties.remove(.deliver)
      return nil
    }
    var observers: ContiguousArray<AnyObserver> = []
    if let observer = main.observer { observers.append(observer) }
    for slot in slots {
      if let observer = slot.observer { observers.append(observer) }
    }
    let made = Snapshot(observers: observers, edges: edges.all)
    snapshot = made
    return made
  }

  /// Discards the snapshot, because observers or dependents have changed.
  ///
  /// - Returns: The previous snapshot, to be released after unlocking.
  mutating func invalidate() -> Snapshot? {
    duties.insert(.deliver)
    return snapshot.take()
  }

  /// Counts a change of the value, if a cached value depends on it.
  @inlinable
  @inline(__always)
  mutating func countChange() {
    if duties.contains(.count) { endCounting() }
  }

  @usableFromInline
  mutating func endCounting() {
    duties.remove(.count)
    Epoch.advance()
  }
}
