import Synchronization

/// The computation of a core's value from those of others.
///
/// Without observers it is a cache: a read compares the versions of its dependencies,
/// and computes the value again if they differ. With observers it is *connected*: each
/// dependency has an ``Edge`` to it, and it is computed in the wave of each change, like
/// a merge.
///
/// What holds for a connected one, between the changes of its domain: wherever the
/// delivered version of a dependency is not the one it was computed from, a change is
/// on its way that will be given to it, or a job that compares the versions again. To
/// see to it, an edge is added under the lock of the dependency together with the
/// comparison, and becomes part of whatever waits there to be delivered.
///
/// - Concurrency: May be used from any thread. Connecting, and computing while
///   connected, is left to the thread that owns the domain.
@safe
@usableFromInline
final class Derivation: @unchecked Sendable {
  // Why this is Sendable: `core` is set before other code has a reference to this; `attached`,
  // `cyclic` and `isOverdue` are only touched by the thread that owns the domain alone, and at
  // the end. `body` never changes.

  struct State {
    var dependencies: ContiguousArray<Dependency> = []
    /// Counts how often the value has been computed.
    var commits: UInt = 0
    var isConnected = false
    /// The search in which it was last looked through.
    var pass: UInt64 = 0
  }

  let state = Mutex(State())

  /// The ``Epoch`` in which it was last found to be settled, or 0; written under the lock, and
  /// also read without.
  let checked = Atomic<UInt>(0)

  /// Its function, a ``DerivedBody``, retained.
  @usableFromInline let body: Unmanaged<AnyObject>
  /// The identity of the function.
  let id: ObjectIdentifier
  @usableFromInline let location: CodeLocation

  /// Computes the value; see ``Core/compute(by:ifStill:on:)``.
  // Made where the type of the value is known, as ``Node/operate``.
  let run: (Derivation, Node, UInt?, DeliveryThread) -> Bool

  /// Whose value it is.
  @exclusivity(unchecked) private(set) unowned var core: Node?

  /// The edges to this, by their cores.
  @exclusivity(unchecked) var attached = Attachments()
  /// The cores that it was computed from although they depend on it, and that have no edges
  /// to it therefore; as little shared as ``attached``.
  @exclusivity(unchecked) var cyclic: Set<ObjectIdentifier> = []
  /// A Boolean value that indicates whether it is to be computed whatever the versions
  /// are; only touched by the owner.
  @exclusivity(unchecked) var isOverdue = false
  /// The ``DeliveryThread/id`` of the thread that has postponed the computation in its present
  /// wave, with ``pulled`` added while it looks through the dependencies; 0 otherwise.
  ///
  /// Written by the thread that delivers. Other threads only compare it with their own number.
  let postponer = Atomic<UInt>(0)
  /// The dependents in the current snapshot; written under the lock of the core.
  let audience = Atomic(DerivedAudience.unknown)
  /// A Boolean value that indicates whether a job that calls ``adjust(on:)`` is queued.
  let isScheduled = Atomic(false)

  /// Makes the derivation of a core that there is not yet.
  ///
  /// - Parameters:
  ///   - body: The ``DerivedBody``.
  ///   - location: Where the derived value is.
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

  /// Takes the edges out, and leaves to the thread whatever may be the last to keep other
  /// derived values.
  private func leaveAll(on thread: DeliveryThread) {
    for attachment in unsafe attached.all {
      attachment.cancel()
      thread.releaseLater(attachment.node)
    }
    unsafe attached = Attachments()
    for dependency in state.withLock({ $0.takeDependencies() }) {
      thread.releaseLater(dependency.node)
    }
    thread.releaseLater(unsafe body.takeRetainedValue())
  }

  /// Notes whose value it is.
  @usableFromInline
  func belong(to core: Node) { unsafe self.core = core }

  var isConnected: Bool { state.withLock { $0.isConnected } }

  /// Finds out whether a connected value must be computed as part of the present change.
  ///
  /// - Parameter isOverdue: Whether it must be, whatever it was computed from.
  /// - Returns: Whether it is connected, and overdue or computed from what has other values by
  ///   now, among those that have been delivered.
  func mustCompute(isOverdue: Bool) -> Bool {
    state.withLock { state in state.isConnected && (isOverdue || isStale(state)) }
  }

  // In place, under the lock: counting references would take longer than comparing.
  @inline(__always)
  private func isStale(_ state: borrowing State) -> Bool {
    for index in 0..<state.dependencies.count {
      if isOther(state.dependencies, at: index) { return true }
    }
    return false
  }

  /// Returns whether a dependency has another value by now, of those that have been delivered.
  @inline(__always)
  func isOther(_ dependencies: borrowing ContiguousArray<Dependency>, at index: Int) -> Bool {
    let isOther = unsafe Unmanaged.passUnretained(dependencies[index].node)
      ._withUnsafeGuaranteedRef {
        $0.latestVersion(delivered: true, watching: false).number != dependencies[index].version
      }
    return unsafe isOther && (cyclic.isEmpty || !isCyclic(dependencies[index].node))
  }

  private func isCyclic(_ node: Node) -> Bool {
    unsafe cyclic.contains(ObjectIdentifier(node))
  }

  /// Returns whether it has been settled since an epoch.
  func isSettled(since epoch: UInt) -> Bool {
    state.withLock { $0.isConnected || checked.load(ordering: .relaxed) >= epoch }
  }
}

extension Derivation.State {
  fileprivate mutating func takeDependencies() -> ContiguousArray<Dependency> {
    let taken = dependencies
    dependencies = []
    return taken
  }

  /// Takes over what a value was computed from.
  ///
  /// The previous inputs take the place of the new ones among the reads of the thread, which
  /// releases them after unlocking.
  ///
  /// - Returns: Whether it is not the same as before.
  @inline(__always)
  mutating func adopt(_ reads: Reads, on thread: DeliveryThread) -> Bool {
    commits &+= 1
    let details = unsafe thread.details
    let count = unsafe details.pointee.evaluation.reads.count - reads.start
    guard count == dependencies.count else {
      replaceDependencies(by: reads, on: thread)
      return true
    }
    var isSame = true
    for index in 0..<count {
      // In place: copies would count references.
      if unsafe details.pointee.evaluation.reads[reads.start + index].node
        === dependencies[index].node
      {
        dependencies[index].version =
          unsafe details.pointee.evaluation.reads[reads.start + index].version
      } else {
        unsafe swap(&dependencies[index], &details.pointee.evaluation.reads[reads.start + index])
        isSame = false
      }
    }
    return !isSame
  }

  /// Exchanges the dependencies for the reads, of which there is another number.
  @inline(never)
  private mutating func replaceDependencies(by reads: Reads, on thread: DeliveryThread) {
    let details = unsafe thread.details
    let new = unsafe details.pointee.evaluation.reads.elements(from: reads.start)
    for former in dependencies { unsafe details.pointee.evaluation.reads.append(former) }
    dependencies = new
  }
}
