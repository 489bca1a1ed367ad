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
@usableFromInline
final class Derivation: @unchecked Sendable {
  // Why this is Sendable: `core` is set before other code has a reference to this; `entrance`,
  // `attached`, `cyclic` and `isOverdue` are only touched by the thread that owns the domain
  // alone, and at the end.

  struct State {
    var dependencies: ContiguousArray<Dependency> = []
    /// Counts how often the value has been computed.
    var commits: UInt = 0
    var isConnected = false
    /// The search in which it was last looked through.
    var pass: UInt64 = 0
    /// The ``Epoch`` in which it was last found to be settled, or 0.
    var checked: UInt = 0
  }

  let state = Mutex(State())

  /// The identity of its function.
  let body: ObjectIdentifier
  let location: CodeLocation

  /// Computes the value; the wave or the cache takes it.
  ///
  /// - Returns: Whether that was done, and not made in vain by another thread.
  let recompute: (Derivation, DeliveryThread) -> Bool

  /// Whose value it is.
  unowned var core: Node?

  /// The node that stands for this where it has edges.
  var entrance: DerivedEntrance?
  /// The edges to this, by their cores.
  var attached: [ObjectIdentifier: Attachment] = [:]
  /// The cores that it was computed from although they depend on it, and that have no edges
  /// to it therefore; as little shared as ``attached``.
  var cyclic: Set<ObjectIdentifier> = []
  /// A Boolean value that indicates whether it is to be computed whatever the versions
  /// are; only touched by the owner.
  var isOverdue = false
  /// A Boolean value that indicates whether a job that calls ``adjust(on:)`` is queued.
  let isScheduled = Atomic(false)

  init(
    body: ObjectIdentifier, location: CodeLocation,
    recompute: @escaping (Derivation, DeliveryThread) -> Bool
  ) {
    self.body = body
    self.location = location
    self.recompute = recompute
  }

  deinit {
    for attachment in attached.values { attachment.cancel() }
    let thread = DeliveryThread.current
    thread.postponeRelease(of: attached)
    attached = [:]
    thread.postponeRelease(of: takeDependencies())
    thread.releasePostponed()
  }

  private func takeDependencies() -> ContiguousArray<Dependency> {
    state.withLock { state in
      let dependencies = state.dependencies
      state.dependencies = []
      return dependencies
    }
  }

  var isConnected: Bool { state.withLock { $0.isConnected } }

  /// A Boolean value that indicates whether what this was computed from has other
  /// values by now, among those that have been delivered.
  var isStale: Bool {
    state.withLock { $0.dependencies }.contains {
      $0.node.latestVersion(delivered: true, watching: false).number != $0.version
        && !cyclic.contains(ObjectIdentifier($0.node))
    }
  }

  /// Returns whether it has been settled since an epoch.
  func isSettled(since epoch: UInt) -> Bool {
    state.withLock { $0.isConnected || $0.checked >= epoch }
  }

  // MARK: Dependencies

  /// Takes over what the value was computed from, as the owner of the domain.
  ///
  /// - Returns: Whether it is not the same as before.
  func adopt(_ reads: Reads, on thread: DeliveryThread) -> Bool {
    // Released after unlocking.
    var old: ContiguousArray<Dependency> = []
    return state.withLock { $0.adopt(reads, on: thread, replacing: &old) }
  }

  /// Takes over a value that was computed by a reader, with its dependencies.
  ///
  /// - Parameters:
  ///   - reads: What that is.
  ///   - thread: The calling thread.
  ///   - commits: How many values there had been before.
  ///   - store: Stores the value. It runs under the lock.
  /// - Returns: Whether there has been no other value meanwhile.
  func adopt(
    _ reads: Reads, on thread: DeliveryThread, ifStill commits: UInt, store: () -> Void
  ) -> Bool {
    var old: ContiguousArray<Dependency> = []
    return state.withLock { state in
      guard !state.isConnected, state.commits == commits else { return false }
      _ = state.adopt(reads, on: thread, replacing: &old)
      store()
      return true
    }
  }
}

extension Derivation.State {
  /// Takes over what a value was computed from.
  ///
  /// - Parameters:
  ///   - reads: What that is.
  ///   - thread: The calling thread.
  ///   - old: Becomes what that was before, to be released after unlocking.
  /// - Returns: Whether it is not the same as before.
  fileprivate mutating func adopt(
    _ reads: Reads, on thread: DeliveryThread, replacing old: inout ContiguousArray<Dependency>
  ) -> Bool {
    commits &+= 1
    checked = reads.epoch
    let details = unsafe thread.details
    let count = unsafe details.pointee.evaluation.reads.count - reads.start
    var isSame = count == dependencies.count
    var index = 0
    while isSame, index < count {
      let read = unsafe details.pointee.evaluation.reads[reads.start + index]
      isSame = read.node === dependencies[index].node
      if isSame { dependencies[index].version = read.version }
      index += 1
    }
    if isSame { return false }
    old = dependencies
    dependencies = unsafe ContiguousArray(details.pointee.evaluation.reads[reads.start...])
    return true
  }
}
