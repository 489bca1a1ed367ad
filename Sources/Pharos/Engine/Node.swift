public import Synchronization

/// The part of a core that does not depend on the type of its value: its observers, its dependents,
/// and the progress of its deliveries.
///
/// Everything that does not need the value is here and not in ``Core``. Code that is compiled
/// without knowing the type looks it up at run time, which takes longer than everything else.
///
/// - Concurrency: Mutable state is either under the lock, or is changed by one thread at a time:
///   the thread that delivers the changes of its ``domain``.
@safe
@usableFromInline
class Node: @unchecked Sendable {
  // Why this is Sendable: `lock` guards its state, and the constants are Sendable. `isWaiting`,
  // `latestOrigin` and `deliveredWrite` are only used by the thread that delivers. They are ordered
  // by the domain's word or the lock, which one such thread passes to the next.
  // `derivation`, `isPlain`, `isMade` and `companions` are set before other code has a reference to
  // the core, or by the confined front that owns it. Subclasses state their own reasons.

  /// The observers and dependents, and the version of the value.
  @usableFromInline let lock: Mutex<NodeState>

  /// The address of the ``domain``, which is retained, or 0 before it is made.
  // A number, because a debug build would load an optional reference in many steps.
  private let domainAddress: Atomic<UInt>

  /// The number of merges between this core and the relays that feed it, on the longest path.
  ///
  /// A merge is computed after everything of a lower level has its new value, and so only once for
  /// each change.
  @usableFromInline final var level: Int { Int(height.load(ordering: .relaxed)) }

  /// The ``level``, which rises when a flattened core follows another core, and when a derived
  /// value gets new dependencies.
  // The numbers have 32 bits, and flags stand side by side: programs have very many cores.
  let height: Atomic<Int32>

  /// The number of relay objects and derived values that may read the value.
  ///
  /// Only counted if other cores feed this one. Without any of them, and without observers, it is
  /// disconnected from its sources.
  let readers = Atomic<Int32>(0)

  /// A Boolean value that indicates whether this is computed after all of its inputs, as merges and
  /// derived values are.
  let isComputed: Bool

  /// A Boolean value that indicates whether other cores feed this one.
  @usableFromInline let isFed: Bool

  /// The number of nested calls in which a change may be passed on from here.
  ///
  /// If it is 0, this core passes changes on after the core that feeds it has returned.
  @usableFromInline let nesting: UInt8

  /// The highest ``nesting``, because the stack is limited.
  @usableFromInline static var maximumNesting: UInt8 { 63 }

  /// The ``nesting`` of a core that only this one feeds.
  @usableFromInline final var nextNesting: UInt8 {
    nesting > 0 ? nesting - 1 : Self.maximumNesting
  }

  /// A Boolean value that indicates whether this core must react when observers or dependents are
  /// added or removed.
  @usableFromInline let notesAudience: Atomic<Bool>

  /// A Boolean value that indicates whether the value is simply stored: not derived, not kept
  /// elsewhere and not compared.
  ///
  /// Only confined relays have values that are kept elsewhere, and a core is derived or compared
  /// from the start. So this never changes while another thread reads it.
  @exclusivity(unchecked) @usableFromInline final var isPlain = true

  /// A Boolean value that indicates whether this is a merge that waits for its turn in the current
  /// change.
  // Only used by the thread that delivers; see above.
  @exclusivity(unchecked) final var isWaiting = false

  /// A Boolean value that indicates whether one of the ``companions`` makes the values, and nothing
  /// else keeps this core alive.
  ///
  /// The sources of such a core do not keep it alive, so retainers do.
  final var isMade = false

  /// Performs an operation that only the typed core can do.
  ///
  /// A closure instead of overridden methods, because those would be compiled without the type of
  /// the value. The closure is made where the type is known.
  @usableFromInline let operate: (Node, NodeOperation, DeliveryThread) -> Void

  /// The source location at which the relay was made, for messages.
  let origin: CodeLocation?

  /// The derivation of a derived value, or `nil`; set under the same conditions as ``isPlain``.
  @exclusivity(unchecked) @usableFromInline final var derivation: Derivation?

  /// The derivation, without reference counting, because this core keeps it alive.
  @inline(__always)
  final var keptDerivation: Unmanaged<Derivation>? {
    unsafe derivation.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// The origin of the latest change that a merge has received.
  // Only used by the thread that delivers; see above.
  @exclusivity(unchecked) @usableFromInline final var latestOrigin: UInt = 1

  /// The ``WriteNumber`` of the change that is being delivered, or 0.
  // Only used by the thread that delivers; see above.
  @exclusivity(unchecked) @usableFromInline final var deliveredWrite: UInt64 = 0

  /// The objects that live as long as this core: its bonds with other cores, and the object that
  /// makes its values, if it ``isMade``.
  final var companions: [AnyObject] = []

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - domain: The domain of its changes, or `nil` to make one on first use.
  ///   - level: See ``level``.
  ///   - isComputed: See ``isComputed``.
  ///   - isFed: See ``isFed``.
  ///   - nesting: See ``nesting``.
  ///   - origin: The source location at which the relay is made.
  ///   - operate: See ``operate``.
  @usableFromInline
  init(
    domain: Domain?, level: Int, isComputed: Bool, isFed: Bool, nesting: UInt8,
    origin: CodeLocation?,
    operate: @escaping (Node, NodeOperation, DeliveryThread) -> Void
  ) {
    lock = Mutex(NodeState())
    if let domain {
      domainAddress = unsafe Atomic(Self.address(of: .passRetained(domain)))
    } else {
      domainAddress = Atomic(0)
    }
    height = Atomic(Int32(level))
    self.isComputed = isComputed
    self.isFed = isFed
    self.nesting = nesting
    notesAudience = Atomic(isFed)
    self.origin = origin
    self.operate = operate
    RelayTracking.didMake(self)
  }

  deinit {
    let children = takeChildren()
    // Consumed, because another reference would make the release of a long chain recursive.
    if children.count > 0 { Self.release(consume children) }
    if domainAddress.load(ordering: .acquiring) != 0 { unsafe keptDomain.release() }
  }

  /// The cores whose changes are delivered one after the other, together with the changes of this
  /// core.
  ///
  /// The domain is made on first use.
  @usableFromInline final var domain: Domain { unsafe keptDomain.takeUnretainedValue() }

  /// The domain, without reference counting, because this core keeps it alive.
  private final var keptDomain: Unmanaged<Domain> {
    let address = domainAddress.load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
      return unsafe makeDomain()
    }
    return unsafe Unmanaged.fromOpaque(pointer)
  }

  /// Returns whether this and another core belong to one domain.
  final func isInDomain(of other: Node) -> Bool {
    unsafe keptDomain._withUnsafeGuaranteedRef { unsafe $0.keptRoot.toOpaque() }
      == other.keptDomain._withUnsafeGuaranteedRef { unsafe $0.keptRoot.toOpaque() }
  }

  /// Returns whether a thread owns the domain alone, without counting references.
  final func isInDomain(ownedAloneBy thread: DeliveryThread) -> Bool {
    unsafe keptDomain._withUnsafeGuaranteedRef { $0.isOwnedAlone(by: thread) }
  }

  /// Replaces the owner of the domain if it is `owner`.
  ///
  /// This avoids reference counting, which would take longer: the core keeps its domain alive, and
  /// that keeps the domain with which it was united.
  ///
  /// - Returns: Whether the owner was replaced.
  @inline(__always)
  final func exchangeOwner(_ owner: UInt, for other: UInt) -> Bool {
    unsafe keptDomain._withUnsafeGuaranteedRef { $0.exchangeOwner(owner, for: other) }
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

  /// Adds an edge to another core.
  ///
  /// - Returns: The key of the edge, and the snapshot that is out of date, to be released after
  ///   unlocking.
  /// - Precondition: The lock is held.
  final func append(_ edge: AnyEdge, to state: inout NodeState) -> (UInt, Snapshot?) {
    let key = state.nextKey
    state.nextKey += 1
    state.edges.append(edge, key: key)
    return (key, invalidate(&state))
  }

  private func makeDomain() -> Unmanaged<Domain> {
    let made = unsafe Unmanaged.passRetained(Domain())
    let isOurs = unsafe domainAddress.compareExchange(
      expected: 0, desired: Self.address(of: made), ordering: .acquiringAndReleasing
    ).exchanged
    if isOurs { return unsafe made }
    unsafe made.release()
    return unsafe keptDomain
  }

  private static func address(of domain: Unmanaged<Domain>) -> UInt {
    unsafe UInt(bitPattern: domain.toOpaque())
  }

  // MARK: Depending on the type of the value
  //
  // These are overridden, unlike the steps of a delivery: they are not part of one, and each has
  // parameters and a result of its own.

  /// The ``NodeState/version`` before the first undelivered change.
  ///
  /// - Precondition: The lock is held, and an undelivered change exists.
  @usableFromInline var undeliveredBase: UInt { 0 }

  /// Adds an edge to the changes that are queued.
  ///
  /// - Precondition: The lock is held.
  func addToQueued(_ edge: AnyEdge) {}

  /// Calls a closure of an effect after every change, on an actor or where the change is delivered.
  ///
  /// - Returns: A closure that stops that.
  func addWatcher(
    of effect: EffectLink, on actor: (any Actor)?, _ body: @escaping () -> Void
  ) -> () -> Void { {} }

  /// The type of the value, as a string for people.
  var valueType: String { "" }
}

/// The steps of a delivery that need the value of a ``Node``.
@usableFromInline
enum NodeOperation: Sendable {
  /// Deliver the first queued change.
  case deliver
  /// Stop holding back a change, which becomes part of the current one.
  case letGo
  /// Pass the new value to the dependent cores.
  case push
  /// Notify the observers.
  case fire
  /// Compute the new value of a merge.
  case compute
}
