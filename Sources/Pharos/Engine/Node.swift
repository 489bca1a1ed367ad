public import Synchronization

/// A core as the delivery of changes sees it: without the type of its value.
///
/// - Concurrency: What changes in it is changed by one thread at a time: the
///   one that delivers the changes of its ``domain``.
@usableFromInline
class Node: @unchecked Sendable {
  // Why this is Sendable: the constants are; `isWaiting`, `latestOrigin` and
  // `deliveredWrite` are only touched by the thread that delivers, and the domain's word
  // or the core's lock, which pass from one such thread to the next, order them. `maker`
  // is set before other code has a reference to the core. Subclasses state their own
  // reasons.

  /// Whose changes are delivered one after the other, together with this one's.
  @usableFromInline let domain: Domain

  /// The number of merges between this and the relays that feed it, on the longest path.
  ///
  /// A merge is computed when everything of a lower level has its new value, and
  /// so only once for each change.
  @usableFromInline var level: Int { height.load(ordering: .relaxed) }

  /// The ``level``, which grows when what is followed changes, and when a derived
  /// value begins to depend on others.
  let height: Atomic<Int>

  /// A Boolean value that indicates whether this is a merge, which waits for all of its inputs.
  let isComputed: Bool

  /// A Boolean value that indicates whether other cores feed this one.
  @usableFromInline let isFed: Bool

  /// The number of relay objects and derived values that may read the value; only counted
  /// where other cores feed this one.
  ///
  /// Without any of them, and without observers, it is fed no more.
  let readers = Atomic(0)

  /// A Boolean value that indicates whether it matters to this core that observers come and go.
  @usableFromInline let notesAudience: Atomic<Bool>

  /// A Boolean value that indicates whether there are observation hooks.
  let hasObservationHooks = Atomic(false)

  /// The operations that are compiled for the type of the value.
  @usableFromInline let operations: NodeOperations

  /// A Boolean value that indicates whether this is a merge that waits, in the present
  /// change, for its turn.
  var isWaiting = false

  /// The origin of the latest change that a merge has been given.
  // Only touched by the thread that delivers; see above.
  @exclusivity(unchecked) @usableFromInline var latestOrigin: UInt = 1

  /// The ``WriteNumber`` of the change that is being delivered, or 0.
  // Only touched by the thread that delivers; see above.
  @exclusivity(unchecked) @usableFromInline var deliveredWrite: UInt64 = 0

  @usableFromInline
  init(
    domain: Domain, level: Int, isComputed: Bool = false, isFed: Bool = false,
    operations: NodeOperations
  ) {
    self.domain = domain
    height = Atomic(level)
    self.isComputed = isComputed
    self.isFed = isFed
    notesAudience = Atomic(isFed)
    self.operations = operations
    RelayTracking.didMake(self)
  }

  /// Gives up the cores that this one feeds, so that they can be released one
  /// after the other.
  func takeChildren() -> [Node] { [] }

  /// Ends all relays of this core, because what it depends on has ended.
  ///
  /// - Returns: The cores that depended on nothing else.
  func endAll() -> [Node] { [] }

  // MARK: Sources

  /// Takes the edge with a key out.
  ///
  /// - Returns: The edge, if there was one.
  func removeEdge(_ key: UInt) -> AnyObject? { nil }

  /// Notes a way on which changes reach this core.
  ///
  /// - Returns: Whether they may; not if it has ended or nothing observed or read it.
  func addSource(_ source: Source) -> Bool { true }

  /// Notes that changes do not reach this core on a way any more.
  func forgetSource(_ source: Source) {}

  /// Takes out the ways on which changes reach this core, if nothing reads or observes it.
  ///
  /// - Parameter hasEnded: Whether to do so in any case.
  /// - Returns: The ways.
  func takeSources(hasEnded: Bool) -> ContiguousArray<Source> { [] }

  /// Does what is to be done when observers or dependents have come or gone.
  func audienceDidChange() {}

  /// The object that makes the values, if nothing else keeps it.
  ///
  /// Such a core is not kept by what it depends on, so that retainers keep it.
  var maker: AnyObject?

  // MARK: Levels

  /// The cores that this one feeds, and which of them depend on nothing else.
  var dependents: [(node: Node, isOnlyParent: Bool)] { [] }

  /// The node that this stands for, or itself.
  var target: Node? { self }

  /// Sees to it that this has at least a level, and what depends on it a
  /// sufficient one.
  ///
  /// - Parameters:
  ///   - level: The least level.
  ///   - thread: The one that owns the domain.
  /// - Returns: Whether what depends on this does not lead back to it.
  func raise(to level: Int, on thread: DeliveryThread) -> Bool {
    guard self.level < level else { return true }
    var (isOrderLost, isCyclic) = (false, false)
    var remaining = [(node: self, level: level)]
    while let (node, level) = remaining.popLast() {
      guard node.level < level else { continue }
      node.height.store(level, ordering: .relaxed)
      if node.isWaiting { isOrderLost = true }
      for (child, isOnlyParent) in node.dependents {
        guard let target = child.target else { continue }
        if target === self {
          isCyclic = true
        } else {
          remaining.append((target, isOnlyParent ? level : level + 1))
        }
      }
    }
    if isOrderLost { thread.sortWaiting() }
    return !isCyclic
  }

  /// All nodes that depend on this one, directly or not.
  func allDependents() -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var remaining = [self]
    while let node = remaining.popLast() {
      for (child, _) in node.dependents {
        guard let target = child.target, found.insert(ObjectIdentifier(target)).inserted else {
          continue
        }
        remaining.append(target)
      }
    }
    return found
  }

  // MARK: Derived values

  /// The derivation of a derived value, or `nil`.
  var derivation: Derivation? { nil }

  /// Which of its values this has.
  ///
  /// - Parameters:
  ///   - delivered: Whether that is asked for which has been delivered, and not the
  ///     latest.
  ///   - watching: Whether the next change is to be counted in the ``Epoch``.
  /// - Returns: Which value it is.
  func latestVersion(delivered: Bool, watching: Bool) -> ValueVersion {
    ValueVersion(number: 0, isSettled: true)
  }

  /// Returns whether the value has been settled since an epoch.
  func isSettled(since epoch: UInt) -> Bool { true }

  /// A Boolean value that indicates whether there are observers or dependents.
  var hasAudience: Bool { false }

  /// Has changes given to a derived value, those included that are yet to be
  /// delivered.
  ///
  /// - Returns: The version of the value that has been delivered, and the key of the new edge.
  func attach(_ entrance: DerivedEntrance) -> (version: ValueVersion, edge: UInt) {
    (ValueVersion(number: 0, isSettled: true), 0)
  }

  /// Gives no changes to a derived value any more.
  func detach(_ edge: UInt) {}

  /// Has a closure called after every change, on an actor or where it is delivered.
  ///
  /// - Returns: Ends that.
  func addWatcher(on actor: (any Actor)?, _ body: @escaping () -> Void) -> () -> Void { {} }

  /// The source location at which the relay was made, for messages.
  var origin: CodeLocation? { nil }

  /// Releases nodes, and those that only they keep, without recursion.
  ///
  /// A chain of a hundred thousand would overflow the stack if each released the
  /// next.
  static func release(_ nodes: consuming [Node]) {
    var remaining = nodes
    while var node = remaining.popLast() {
      // If there are other references, the last one to be dropped releases the rest.
      if isKnownUniquelyReferenced(&node) { remaining += node.takeChildren() }
    }
  }

  /// Ends nodes, and those that depend on them alone, without recursion.
  static func end(_ nodes: [Node]) {
    var remaining = nodes
    while let node = remaining.popLast() { remaining += node.endAll() }
  }
}

/// The operations of a ``Node`` on its value.
///
/// Closures, and no methods to be overridden: those would be compiled without
/// the type of the value, for which every copy of it would have to ask at run
/// time. These are made where the type is known.
@usableFromInline
struct NodeOperations {
  /// Delivers the first change that is queued.
  @usableFromInline let deliver: (Node, DeliveryThread) -> Void
  /// Ends the holding back of a change, which becomes part of the present one.
  @usableFromInline let letGo: (Node, DeliveryThread) -> Void
  /// Gives the new value to the cores that depend on it.
  @usableFromInline let push: (Node, DeliveryThread) -> Void
  /// Notifies the observers.
  @usableFromInline let fire: (Node) -> Void
  /// Computes the new value; only merges do.
  @usableFromInline let compute: (Node, DeliveryThread) -> Void

  @usableFromInline
  init(
    deliver: @escaping (Node, DeliveryThread) -> Void,
    letGo: @escaping (Node, DeliveryThread) -> Void = { _, _ in },
    push: @escaping (Node, DeliveryThread) -> Void = { _, _ in },
    fire: @escaping (Node) -> Void = { _ in },
    compute: @escaping (Node, DeliveryThread) -> Void = { _, _ in }
  ) {
    self.deliver = deliver
    self.letGo = letGo
    self.push = push
    self.fire = fire
    self.compute = compute
  }
}

extension Node {
  /// Raises this node above another that is to feed it, if it is not there already,
  /// and what depends on it above it.
  ///
  /// - Complexity: O(*n*) in the number of nodes that rise.
  /// - Returns: Whether it may; not if the other depends on this one.
  @usableFromInline
  func follow(_ source: Node) -> Bool {
    guard !isAbove(source.level) else { return true }
    var rising = [(node: self, base: source.level)]
    while let (node, base) = rising.popLast() {
      if node === source { return false }
      let level = node.isComputed ? base + 1 : base
      guard node.height.max(level, ordering: .relaxed).oldValue < level else { continue }
      rising += node.dependents.compactMap { $0.node.target }.map { ($0, level) }
    }
    return true
  }

  /// Returns whether this has its turn after everything of a level.
  private func isAbove(_ base: Int) -> Bool { isComputed ? level > base : level >= base }
}
