import Synchronization

/// The computation of a core's value from the values of other cores.
///
/// Without observers it is a cache: a read compares the versions of its dependencies, and computes
/// the value again if they differ. With observers it is *connected*: each dependency has an
/// ``Edge`` to it, and it is computed in the wave of each change, like a merge.
///
/// The invariant of a connected derivation, between the changes of its domain: if the delivered
/// version of a dependency is not the version that was used in the computation, then either a
/// change that will be pushed to the derivation is waiting, or a job that compares the versions
/// again. To preserve it, an edge is added and the version is compared under the same lock of the
/// dependency, and the edge is also added to the changes that wait there.
///
/// Rejected:
/// * Edges without observers. Each change of a dependency would compute a value that no code reads,
///   and the dependencies would keep the derived value alive.
/// * A computation for each read. In a chain of diamonds, the number of computations doubles with
///   each diamond.
///
/// - Concurrency: May be used from any thread. Only the thread that owns the domain connects it, or
///   computes it while it is connected.
@safe
@usableFromInline
final class Derivation: @unchecked Sendable {
  // Why this is Sendable: `core` is set before other code has a reference to this. `dependencies`
  // and `commits` are only used under the lock, or by the owner while this is connected.
  // `attached`, `edge`, `cyclic` and `isOverdue` are only used by the thread that alone owns the
  // domain, and in `deinit`. `body` never changes.

  /// Guards ``dependencies`` and ``commits`` while this is not connected, and holds the number of
  /// the search that has checked this last.
  let lock = Mutex<UInt64>(0)
  // Exclusive without a check, because it is only used under the lock, or by the owner.
  @exclusivity(unchecked) var dependencies: ContiguousArray<Dependency> = []
  /// The number of times that the value has been computed.
  // Exclusive for the same reason as the dependencies.
  @exclusivity(unchecked) var commits: UInt = 0
  /// The value of ``isConnected``, which the owner changes under the lock.
  let connection = Atomic(false)

  /// The ``Epoch`` in which the value was last found to be settled, or 0.
  ///
  /// Written under the lock, but also read without it.
  let checked = Atomic<UInt>(0)

  /// The function, a ``DerivedBody``, retained.
  @usableFromInline let body: Unmanaged<AnyObject>
  /// The identity of the function.
  let id: ObjectIdentifier
  @usableFromInline let location: CodeLocation

  /// Computes the value; see ``Core/compute(by:ifStill:on:)``.
  // Made where the type of the value is known, like ``Node/operate``.
  let run: (Derivation, Node, UInt?, DeliveryThread) -> Bool

  /// The core whose value this computes.
  @exclusivity(unchecked) private(set) unowned var core: Node?

  /// The edges to this, by the cores from which they come.
  @exclusivity(unchecked) var attached = Attachments()
  /// The edge from all dependencies, or `nil` before the first.
  @exclusivity(unchecked) private var edge: DerivedEdge?
  /// The dependencies that depend on this value themselves, and therefore have no edges to it.
  ///
  /// Used under the same conditions as ``attached``.
  @exclusivity(unchecked) var cyclic: Set<ObjectIdentifier> = []
  /// A Boolean value that indicates whether the value must be computed regardless of the versions.
  ///
  /// Only used by the owner.
  @exclusivity(unchecked) var isOverdue = false
  /// The ``DeliveryThread/id`` of the thread that has postponed the computation in its current
  /// wave, or 0.
  ///
  /// ``pulled`` is added while the dependencies are being checked. Written by the thread that
  /// delivers; other threads only compare it with their own number.
  let postponer = Atomic<UInt>(0)
  /// The kinds of dependents in the current snapshot; written under the lock of the core.
  let audience = Atomic(DerivedAudience.unknown)
  /// A Boolean value that indicates whether a job that calls ``adjust(on:)`` is queued.
  let isScheduled = Atomic(false)

  /// Makes the derivation of a core that is made afterwards.
  ///
  /// - Parameters:
  ///   - body: The ``DerivedBody``.
  ///   - location: The source location of the derived value.
  ///   - run: Computes the value.
  @usableFromInline
  init(
    _ body: AnyObject, location: CodeLocation,
    run: @escaping (Derivation, Node, UInt?, DeliveryThread) -> Bool
  ) {
    unsafe self.body = Unmanaged.passRetained(body)
    id = ObjectIdentifier(body)
    self.location = location
    self.run = run
  }

  deinit {
    let thread = DeliveryThread.current
    leaveAll(on: thread)
    thread.releasePostponed()
  }

  /// Removes the edges, and lets the thread release objects that may be the last to keep other
  /// derived values.
  private func leaveAll(on thread: DeliveryThread) {
    for attachment in unsafe attached.all {
      attachment.cancel()
      thread.releaseLater(attachment.node)
    }
    unsafe attached = Attachments()
    for dependency in unsafe dependencies { thread.releaseLater(dependency.node) }
    unsafe dependencies = []
    thread.releaseLater(unsafe body.takeRetainedValue())
  }

  /// Sets the core whose value this computes.
  @usableFromInline
  func belong(to core: Node) { unsafe self.core = core }

  /// A Boolean value that indicates whether the value is computed in the wave of each change.
  var isConnected: Bool { connection.load(ordering: .acquiring) }

  /// The dependencies, and the number of times that the value has been computed.
  typealias Inputs = (dependencies: ContiguousArray<Dependency>, commits: UInt)

  /// Returns the current inputs.
  ///
  /// - Parameter isOurs: Whether the calling thread owns the domain.
  /// - Returns: `nil` if this is connected and another thread owns the domain.
  func inputs(isOurs: Bool) -> Inputs? {
    if isConnected { return isOurs ? unsafe (dependencies, commits) : nil }
    return lock.withLock { _ in isConnected ? nil : unsafe (dependencies, commits) }
  }

  /// Returns the edge to add to a dependency.
  func edge(to core: Node, isOrderly: Bool) -> DerivedEdge {
    if isOrderly { return DerivedEdge(to: core, isOrderly: true) }
    if let edge = unsafe edge { return edge }
    let made = DerivedEdge(to: core, isOrderly: false)
    unsafe edge = made
    return made
  }

  /// Returns whether a connected value must be computed as part of the current change.
  ///
  /// - Parameter isOverdue: Whether the value must be computed regardless of its dependencies.
  /// - Returns: Whether the value is connected, and is overdue or has a dependency whose delivered
  ///   value is different.
  func mustCompute(isOverdue: Bool) -> Bool {
    guard isConnected, !isOverdue else { return isConnected }
    for index in unsafe 0..<dependencies.count {
      if isOther(at: index) { return true }
    }
    return false
  }

  /// Returns whether the delivered version of a dependency differs from the version that was used.
  ///
  /// - Precondition: This is connected, and the calling thread owns the domain.
  @inline(__always)
  func isOther(at index: Int) -> Bool {
    // In place: counting references would take longer than comparing.
    let isOther = unsafe Unmanaged.passUnretained(dependencies[index].node)
      ._withUnsafeGuaranteedRef {
        unsafe $0.latestVersion(delivered: true, watching: false).number
          != dependencies[index].version
      }
    return unsafe isOther && (cyclic.isEmpty || !isCyclic(dependencies[index].node))
  }

  private func isCyclic(_ node: Node) -> Bool {
    unsafe cyclic.contains(ObjectIdentifier(node))
  }

  /// Returns whether the value has been settled since an epoch.
  func isSettled(since epoch: UInt) -> Bool {
    isConnected || checked.load(ordering: .acquiring) >= epoch
  }

  /// Records a read of the running function, if it is the next of the known dependencies or has
  /// just been recorded.
  ///
  /// - Parameters:
  ///   - node: The core that was read.
  ///   - version: The version of its value.
  ///   - count: The number of known dependencies that have been read.
  ///   - isNext: Whether the function has read no other cores.
  /// - Returns: Whether that is so.
  /// - Precondition: This is connected, and the calling thread owns the domain.
  func notes(_ node: Node, version: UInt, after count: inout Int, isNext: Bool) -> Bool {
    if isNext, unsafe count < dependencies.count, unsafe dependencies[count].node === node {
      unsafe dependencies[count].version = version
      count += 1
      return true
    }
    var index = max(0, count - DeliveryThread.repeatedReads)
    while index < count {
      if unsafe dependencies[index].node === node { return true }
      index += 1
    }
    return false
  }

  /// Replaces the dependencies by the reads of an evaluation.
  ///
  /// The previous dependencies are moved to the reads of the thread, which releases them after
  /// unlocking.
  ///
  /// - Returns: Whether the dependencies are other cores than before.
  /// - Precondition: The calling thread owns the domain of this connected value, or the lock is
  ///   held.
  @inline(__always)
  func adopt(_ reads: Reads, on thread: DeliveryThread) -> Bool {
    unsafe commits &+= 1
    checked.store(reads.epoch, ordering: .releasing)
    let details = unsafe thread.details
    let start = reads.start - reads.knownCount
    guard unsafe details.pointee.evaluation.reads.count - start == dependencies.count else {
      replaceDependencies(by: reads, on: thread)
      return true
    }
    var isSame = true
    for index in unsafe reads.knownCount..<dependencies.count {
      // In place: copies would count references.
      if unsafe details.pointee.evaluation.reads[start + index].node === dependencies[index].node {
        unsafe dependencies[index].version =
          details.pointee.evaluation.reads[start + index].version
      } else {
        unsafe swap(&dependencies[index], &details.pointee.evaluation.reads[start + index])
        isSame = false
      }
    }
    return !isSame
  }

  /// Exchanges the dependencies for reads of a different number.
  @inline(never)
  private func replaceDependencies(by reads: Reads, on thread: DeliveryThread) {
    let details = unsafe thread.details
    let new = unsafe details.pointee.evaluation.reads.elements(from: reads.start)
    for former in unsafe dependencies[reads.knownCount...] {
      unsafe details.pointee.evaluation.reads.append(former)
    }
    unsafe dependencies.replaceSubrange(reads.knownCount..., with: new)
  }
}
