/// The state of a ``Node``, all of it under its lock.
@usableFromInline
struct NodeState: Sendable {
  /// The work that a new value causes, beside being stored.
  @usableFromInline
  struct Duties: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Deliver the change: the core may have observers or dependents.
    @inlinable static var deliver: Self { Self(rawValue: 1) }
    /// Count the change, because a cached value follows from this one; see ``Epoch``.
    @inlinable static var count: Self { Self(rawValue: 2) }
    /// Number the value, because the core and others take each other's values, by bonds or by
    /// relaying.
    @inlinable static var number: Self { Self(rawValue: 4) }
    /// Add the change to the one that is held back.
    @inlinable static var join: Self { Self(rawValue: 8) }
    /// Wait for the changes that are queued.
    @inlinable static var wait: Self { Self(rawValue: 16) }
  }

  @usableFromInline var duties: Duties = []
  /// A Boolean value that indicates whether this core has given up its
  /// sources, and takes no others.
  var isCutOff = false

  /// Counts the values there have been, for those who change one without holding
  /// the lock.
  @usableFromInline var version: UInt = 0
  /// The current snapshot of observers and dependents; made with the next change.
  @usableFromInline var snapshot: Snapshot?

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

  init() {}

  /// The ``WriteNumber`` of the value, for a change that is not delivered at once.
  @usableFromInline var writeToKeep: UInt64 {
    duties.contains(.number) ? write : WriteNumber.nextIfNeeded()
  }

  /// A Boolean value that indicates whether a change has been made and not delivered.
  @inlinable var hasUndelivered: Bool { !duties.isDisjoint(with: [.join, .wait]) }

  /// A Boolean value that indicates whether there are observers or dependent cores.
  var hasAudience: Bool { !edges.isEmpty || observerCount > 0 }

  /// The number of relays, with the main one, whose place may not have been made.
  var relayCount: Int { slots.count + (main == nil && endedMainCount > 0 ? 0 : 1) }

  /// The current snapshot of observers and dependents, or `nil` if there are none.
  @inlinable
  @inline(__always)
  mutating func currentSnapshot() -> Snapshot? {
    duties.contains(.deliver) ? snapshot ?? makeSnapshot() : nil
  }

  @usableFromInline
  mutating func makeSnapshot() -> Snapshot? {
    guard hasAudience else {
      duties.remove(.deliver)
      return nil
    }
    var observers: ContiguousArray<AnyObserver> = []
    if let observer = main?.observer { observers.append(observer) }
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

  /// Counts a change of the value, if a cached value follows from it.
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
