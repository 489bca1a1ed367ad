/// The state of a core, all of it under its lock.
@usableFromInline
struct CoreState<Value>: @unchecked Sendable {
  // Why this is Sendable: values and closures go where the domain's changes are
  // delivered; the fronts only put in what may go there.

  /// The steps that delivering a new value takes.
  @usableFromInline
  enum Mode: UInt8 {
    /// There are no observers and no dependents.
    case quiet
    /// There are observers and no dependents, the snapshot is current, and no change is
    /// queued or held back.
    case ready
    /// There are observers or dependents, no change is queued or held back, and other cores
    /// feed this one.
    case fed
    /// Anything else.
    case other
  }

  /// A change that could not be delivered at once, with its observers.
  @usableFromInline
  struct Queued {
    @usableFromInline let change: Changes<Value>
    @usableFromInline let snapshot: Snapshot<Value>
    @usableFromInline let cause: Cause
    /// The ``CoreState/version`` before the change.
    @usableFromInline let base: UInt

    @usableFromInline
    init(change: Changes<Value>, snapshot: Snapshot<Value>, cause: Cause, base: UInt) {
      self.change = change
      self.snapshot = snapshot
      self.cause = cause
      self.base = base
    }
  }

  /// The beginning of a change that a transaction holds back.
  @usableFromInline
  struct Held {
    /// The old value of the change; its new one is not known.
    @usableFromInline let change: Changes<Value>
    @usableFromInline var cause: Cause
    /// The ``CoreState/version`` before the change.
    @usableFromInline let base: UInt

    @usableFromInline
    init(change: Changes<Value>, cause: Cause, base: UInt) {
      self.change = change
      self.cause = cause
      self.base = base
    }
  }

  @usableFromInline var value: Value
  @usableFromInline var mode = Mode.quiet
  /// A Boolean value that indicates whether other cores feed this one.
  ///
  /// All changes of such a core are delivered by the owner of its domain, since that
  /// is who feeds it.
  @usableFromInline let isFed: Bool
  /// Counts the values there have been, for those who change one without holding
  /// the lock.
  @usableFromInline var version: UInt = 0
  /// The current snapshot of observers and dependents; made with the next change.
  @usableFromInline var snapshot: Snapshot<Value>?
  /// The thread that delivers a change of the simplest kind, or 0; odd if it must
  /// not end without a look at ``retired`` and ``postponed``.
  ///
  /// It uses the snapshot without counting a reference to it, so a thread that replaces
  /// it meanwhile keeps it among the ``retired``, and one that makes another change
  /// meanwhile queues it.
  @usableFromInline var deliverer: UInt = 0
  @usableFromInline var retired: [Snapshot<Value>] = []
  /// The number of changes that the owner of the domain delivers or has queued.
  @usableFromInline var pending = 0
  /// The number of these that the deliverer has yet to queue in the domain.
  @usableFromInline var postponed = 0
  @usableFromInline var held: Held?
  /// A Boolean value that indicates whether something cached follows from the value, so
  /// that its next change must be counted; see ``Epoch``.
  @usableFromInline var isWatched = false
  @usableFromInline var queued = FirstInFirstOut<Queued>()
  /// The relays, by their keys.
  @usableFromInline var slots: ContiguousArray<Slot<Value>> = []
  /// The ways to other cores, in the order in which they were made.
  @usableFromInline var edges: ContiguousArray<Edge<Value>> = []
  /// A Boolean value that indicates whether the core takes values of other cores, or
  /// others take its own: by bonds, or by relaying.
  @usableFromInline var isLinked = false
  /// The ``WriteNumber`` of the value, if the core is linked.
  @usableFromInline var write: UInt64 = 0
  /// The reference to this core for the cores that it feeds; made with the first of them.
  var link: SourceLink?
  /// The ways on which changes reach this core.
  var sources: ContiguousArray<Source> = []
  /// The hooks that are called when the first observer comes and the last goes.
  var observationHooks: [ObservationHook] = []
  /// A Boolean value that indicates whether this core has given up its
  /// sources, and takes no others.
  var isCutOff = false
  /// The key of the next relay.
  @usableFromInline var nextKey: UInt = 1

  @usableFromInline
  init(value: Value, isFed: Bool) {
    self.value = value
    self.isFed = isFed
  }

  /// Returns whether another thread delivers a change of the simplest kind, which must
  /// end before the next begins.
  @usableFromInline
  func isDelivered(byOtherThan thread: DeliveryThread) -> Bool {
    deliverer != 0 && deliverer & ~1 != thread.id
  }

  /// The ``WriteNumber`` of the value, for a change that is not delivered at once.
  @inlinable var writeToKeep: UInt64 { isLinked ? write : WriteNumber.nextIfNeeded() }

  /// Leaves a queued change to the thread that delivers one.
  @usableFromInline
  mutating func postpone() {
    postponed += 1
    deliverer |= 1
  }

  /// Discards the snapshot, because observers or dependents have changed.
  ///
  /// - Returns: The snapshot that is out of date, to be released after unlocking.
  @inlinable
  mutating func invalidate() -> Snapshot<Value>? {
    mode = .other
    guard let snapshot = snapshot.take() else { return nil }
    guard deliverer != 0 else { return snapshot }
    retired.append(snapshot)
    deliverer |= 1
    return nil
  }

  /// The current snapshot of observers and dependents, or `nil` if there are none.
  @inlinable
  mutating func currentSnapshot() -> Snapshot<Value>? {
    if let snapshot { return snapshot }
    var observers: ContiguousArray<Observer<Value>> = []
    for slot in slots {
      if let observer = slot.observer { observers.append(observer) }
    }
    guard !observers.isEmpty || !edges.isEmpty else {
      mode = held == nil && pending == 0 && !isWatched && !isLinked ? .quiet : .other
      return nil
    }
    snapshot = Snapshot(observers: observers, edges: edges)
    updateMode()
    return snapshot
  }

  /// Finds the mode, after anything that it depends on has changed.
  @inlinable
  mutating func updateMode() {
    guard held == nil, pending == 0, !isWatched, !isLinked, let snapshot else {
      mode = .other
      return
    }
    mode = isFed ? .fed : snapshot.edges.isEmpty ? .ready : .other
  }

  /// A Boolean value that indicates whether there are observers or dependent cores.
  var hasAudience: Bool { !edges.isEmpty || slots.contains { $0.observer != nil } }

  /// Adds a way to another core.
  ///
  /// - Returns: The snapshot that is out of date, to be released after unlocking.
  mutating func append(_ edge: Edge<Value>) -> Snapshot<Value>? {
    edge.key = nextKey
    nextKey += 1
    edges.append(edge)
    return invalidate()
  }

  // MARK: What is yet to be delivered

  /// Changes that have been made and will not be delivered any more.
  struct Undelivered {
    var queued: FirstInFirstOut<Queued>
    var held: Held?
    /// The value that was between the changes and the one that is delivered now.
    var between: Value
  }

  /// The beginning of the first change that has been made and not delivered: the
  /// value before it, and its version.
  ///
  /// What is held back may have begun before or after what is queued.
  var undelivered: (old: Value, base: UInt)? {
    // Usually none: a counter is read faster than a queue of generic values.
    guard pending > 0 || held != nil else { return nil }
    guard let first = queued.first else { return held.map { ($0.change.old, $0.base) } }
    if let held, held.base < first.base { return (held.change.old, held.base) }
    return (first.change.old, first.base)
  }

  /// Makes the changes that are yet to be delivered part of one that is delivered
  /// now.
  ///
  /// - Parameter old: Becomes the value before the first of them.
  /// - Returns: The changes, to be released after unlocking.
  mutating func takeUndelivered(since old: inout Value) -> Undelivered? {
    guard let first = undelivered else { return nil }
    let taken = Undelivered(queued: queued, held: held, between: old)
    old = first.old
    pending -= queued.count
    queued = FirstInFirstOut()
    held = nil
    return taken
  }
}
