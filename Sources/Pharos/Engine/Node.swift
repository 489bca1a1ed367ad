public import Synchronization

/// A core without the type of its value: who observes it, what depends on it, and how far
/// its changes have been delivered.
///
/// All that needs no value is here, and not in ``Core``: where the type is not known when it
/// is compiled, code looks up types at run time, which takes longer than all else.
///
/// - Concurrency: What changes in it is under its lock, or is changed by one thread at a
///   time: the one that delivers the changes of its ``domain``.
@safe
@usableFromInline
class Node: @unchecked Sendable {
  // Why this is Sendable: `lock` guards its state, and the constants are Sendable.
  // `isWaiting`, `latestOrigin` and `deliveredWrite` are only touched by the thread that
  // delivers, and the domain's word or the lock, which pass from one such thread to the
  // next, order them. `maker`, `derivation` and `isPlain` are set before other code has a
  // reference to the core, or by the confined front that it belongs to, and so are `bonds`.
  // Subclasses state their own reasons.

  /// The observers and dependents, and the number of the value.
  @usableFromInline let lock: Mutex<NodeState>

  /// The ``domain``, retained, once there is one.
  private let madeDomain: Atomic<Unmanaged<Domain>?>

  /// The number of merges between this and the relays that feed it, on the longest path.
  ///
  /// A merge is computed when everything of a lower level has its new value, and
  /// so only once for each change.
  @usableFromInline final var level: Int { height.load(ordering: .relaxed) }

  /// The ``level``, which grows when what is followed changes, and when a derived
  /// value begins to depend on others.
  let height: Atomic<Int>

  /// A Boolean value that indicates whether this is a merge, which waits for all of its inputs.
  let isComputed: Bool

  /// A Boolean value that indicates whether other cores feed this one.
  @usableFromInline let isFed: Bool

  /// The number of cores that a change may come through on its way to this one, each of which
  /// hands it on from inside the one before.
  @usableFromInline let depth: UInt8

  /// The highest ``depth``: the stack is not endless.
  @usableFromInline static var maximumDepth: UInt8 { 63 }

  /// The ``depth`` of a core that this one alone feeds.
  @usableFromInline final var nextDepth: UInt8 { isPassage ? depth + 1 : 0 }

  /// A Boolean value that indicates whether this hands changes on from inside the core that
  /// handed them to it; if not, they are handed on when that has returned.
  @inlinable final var isPassage: Bool { depth < Self.maximumDepth }

  /// The number of relay objects and derived values that may read the value; only counted
  /// where other cores feed this one.
  ///
  /// Without any of them, and without observers, it is fed no more.
  let readers = Atomic(0)

  /// A Boolean value that indicates whether it matters to this core that observers come and go.
  @usableFromInline let notesAudience: Atomic<Bool>

  /// A Boolean value that indicates whether there are observation hooks.
  let hasObservationHooks = Atomic(false)

  /// Does what only the typed core can do.
  ///
  /// A closure, and no methods to be overridden: those would be compiled without the type
  /// of the value. It is made where the type is known.
  @usableFromInline let operate: (Node, NodeOperation, DeliveryThread) -> Void

  /// The source location at which the relay was made, for messages.
  let origin: CodeLocation?

  /// A Boolean value that indicates whether the value is only set: not derived, not kept
  /// elsewhere and not compared.
  ///
  /// Only the confined front has values that are kept elsewhere, and what is derived or
  /// compared is so from the beginning; so this never changes while another thread looks.
  @exclusivity(unchecked) @usableFromInline final var isPlain = true

  /// The derivation of a derived value, or `nil`; as little shared as ``isPlain``.
  @exclusivity(unchecked) @usableFromInline final var derivation: Derivation?

  /// The same, without a reference that is counted: this core keeps it.
  @inline(__always)
  final var keptDerivation: Unmanaged<Derivation>? {
    unsafe derivation.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// A Boolean value that indicates whether this is a merge that waits, in the present
  /// change, for its turn.
  // Only touched by the thread that delivers; see above.
  @exclusivity(unchecked) final var isWaiting = false

  /// The origin of the latest change that a merge has been given.
  // Only touched by the thread that delivers; see above.
  @exclusivity(unchecked) @usableFromInline final var latestOrigin: UInt = 1

  /// The ``WriteNumber`` of the change that is being delivered, or 0.
  // Only touched by the thread that delivers; see above.
  @exclusivity(unchecked) @usableFromInline final var deliveredWrite: UInt64 = 0

  /// The object that makes the values, if nothing else keeps it.
  ///
  /// Such a core is not kept by what it depends on, so that retainers keep it.
  final var maker: AnyObject?

  /// The bonds with other cores.
  final var bonds: [Bond] = []

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - domain: Where its changes belong, if there is such a place already.
  ///   - level: See ``level``.
  ///   - isComputed: See ``isComputed``.
  ///   - isFed: See ``isFed``.
  ///   - depth: See ``depth``.
  ///   - origin: Where the relay is made.
  ///   - operate: See ``operate``.
  @usableFromInline
  init(
    domain: Domain?, level: Int, isComputed: Bool, isFed: Bool, depth: UInt8, origin: CodeLocation?,
    operate: @escaping (Node, NodeOperation, DeliveryThread) -> Void
  ) {
    lock = Mutex(NodeState())
    unsafe madeDomain = Atomic(domain.map { unsafe Unmanaged.passRetained($0) })
    height = Atomic(level)
    self.isComputed = isComputed
    self.isFed = isFed
    self.depth = depth
    notesAudience = Atomic(isFed)
    self.origin = origin
    self.operate = operate
    RelayTracking.didMake(self)
  }

  deinit {
    Self.release(takeChildren())
    unsafe madeDomain.load(ordering: .acquiring)?.release()
  }

  /// Whose changes are delivered one after the other, together with this one's.
  ///
  /// Made when it is first needed.
  @usableFromInline final var domain: Domain {
    if let domain = unsafe madeDomain.load(ordering: .acquiring) {
      return unsafe domain.takeUnretainedValue()
    }
    return makeDomain()
  }

  /// Returns whether this and another core belong to one domain.
  final func isInDomain(of other: Node) -> Bool {
    let (one, two) = unsafe (
      madeDomain.load(ordering: .acquiring)?.toOpaque(),
      other.madeDomain.load(ordering: .acquiring)?.toOpaque()
    )
    return unsafe one != nil && one == two || domain.root === other.domain.root
  }

  /// Exchanges the owner of the domain for another.
  ///
  /// Without counting references, which would take longer: the core keeps its domain, and
  /// that keeps what it has become part of.
  ///
  /// - Returns: Whether it had the first.
  @inline(__always)
  final func exchangeOwner(_ owner: UInt, for other: UInt) -> Bool {
    let made = unsafe madeDomain.load(ordering: .acquiring)
    let domain = unsafe made ?? Unmanaged.passUnretained(makeDomain())
    return unsafe domain._withUnsafeGuaranteedRef {
      $0.exchangeOwner(owner, for: other)
    }
  }

  /// Discards the snapshot, because observers or dependents have changed.
  ///
  /// - Returns: The snapshot that is out of date, to be released after unlocking.
  /// - Precondition: The lock is held.
  final func invalidate(_ state: inout NodeState) -> Snapshot? {
    if let derivation = unsafe keptDerivation {
      unsafe derivation._withUnsafeGuaranteedRef { $0.audience.store(.unknown, ordering: .relaxed) }
    }
    return state.invalidate()
  }

  /// Adds a way to another core.
  ///
  /// - Returns: The snapshot that is out of date, to be released after unlocking.
  /// - Precondition: The lock is held.
  final func append(_ edge: AnyEdge, to state: inout NodeState) -> Snapshot? {
    edge.key = state.nextKey
    state.nextKey += 1
    state.edges.append(edge)
    return invalidate(&state)
  }

  private func makeDomain() -> Domain {
    let made = unsafe Unmanaged.passRetained(Domain())
    let (isOurs, first) = unsafe madeDomain.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if isOurs { return unsafe made.takeUnretainedValue() }
    unsafe made.release()
    return unsafe first!.takeUnretainedValue()
  }

  // MARK: What depends on the type of the value
  //
  // Overridden, unlike the steps of a delivery: none of it is part of one, and a member of its own
  // has parameters and a result of its own.

  /// The ``NodeState/version`` before the first change that is yet to be delivered.
  ///
  /// - Precondition: The lock is held, and there is one.
  @usableFromInline var undeliveredBase: UInt { 0 }

  /// Has the changes that are queued given on along one more edge.
  ///
  /// - Precondition: The lock is held.
  func addToQueued(_ edge: AnyEdge) {}

  /// Has a closure of an effect called after every change, on an actor or where it is delivered.
  ///
  /// - Returns: Ends that.
  func addWatcher(
    of effect: EffectLink, on actor: (any Actor)?, _ body: @escaping () -> Void
  ) -> () -> Void { {} }

  /// The type of the value, for people.
  var valueType: String { "" }
}

/// The steps of a delivery that need the value of a ``Node``.
@usableFromInline
enum NodeOperation: Sendable {
  /// Deliver the first change that is queued.
  case deliver
  /// End the holding back of a change, which becomes part of the present one.
  case letGo
  /// Give the new value to the cores that depend on it.
  case push
  /// Notify the observers.
  case fire
  /// Compute the new value of a merge.
  case compute
}
