import Synchronization

/// How the value of a core follows from those of others.
///
/// While nobody observes it, it is a cache: whoever reads the value compares the
/// versions of what it was computed from, and computes it again if they differ.
/// While somebody does, it is *connected*: what it was computed from has an
/// ``Edge`` to it, and it is computed in the wave of each change, like a merge.
///
/// - Concurrency: May be used from any thread. Connecting, and computing while
///   connected, is left to the thread that owns the domain.
@usableFromInline
final class Derivation: @unchecked Sendable {
  // Why this is Sendable: `core` is set before anybody else knows of this;
  // `attached` is only touched by the thread that owns the domain, and at the end.

  struct State {
    var dependencies: ContiguousArray<Dependency> = []
    /// Counts the values that there have been, equal ones included.
    var commits: UInt = 0
    var isConnected = false
    /// The search in which it was last found to be up to date.
    var pass: UInt64 = 0
  }

  let state = Mutex(State())

  /// What identifies its function.
  let body: ObjectIdentifier
  let place: RelayOrigin

  /// Computes the value; the wave or the cache takes it.
  ///
  /// - Returns: Whether that was done, and not made in vain by another thread.
  private let recompute: (Derivation, DeliveryThread) -> Bool

  /// Whose value it is.
  unowned var core: Node?

  /// What stands for this where it has edges.
  var entrance: DerivedEntrance?
  /// The cores that have edges to this.
  var attached: [ObjectIdentifier: Node] = [:]
  /// Whether the value has been computed before its turn; only touched by the owner.
  var isEarly = false
  /// Whether a ``DerivationJob`` is on its way.
  let isScheduled = Atomic(false)

  init(
    body: ObjectIdentifier, place: RelayOrigin,
    recompute: @escaping (Derivation, DeliveryThread) -> Bool
  ) {
    self.body = body
    self.place = place
    self.recompute = recompute
  }

  deinit {
    if let entrance {
      for node in attached.values { node.detach(entrance) }
    }
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

  /// Whether a turn in the present change is not in vain, which it is if the value
  /// has been computed before it.
  var isToBeComputed: Bool {
    guard isEarly else { return true }
    isEarly = false
    return state.withLock(\.dependencies).contains { $0.node.latestVersion != $0.version }
  }

  var isConnected: Bool { state.withLock { $0.isConnected } }

  // MARK: Dependencies

  /// Takes over what the value was computed from.
  ///
  /// - Parameters:
  ///   - start: Where that begins among what the thread has read.
  ///   - thread: The calling thread.
  /// - Returns: Whether it is not the same as before.
  @discardableResult
  func adopt(from start: Int, on thread: DeliveryThread) -> Bool {
    // Released after unlocking.
    var old: ContiguousArray<Dependency> = []
    return state.withLock { $0.adopt(from: start, on: thread, replacing: &old) }
  }

  /// Takes over a value that was computed for whoever reads it, with what it was
  /// computed from.
  ///
  /// - Parameters:
  ///   - start: Where that begins among what the thread has read.
  ///   - thread: The calling thread.
  ///   - commits: How many values there had been before.
  ///   - store: Stores the value. It runs under the lock.
  /// - Returns: Whether there has been no other value meanwhile.
  func adopt(
    from start: Int, on thread: DeliveryThread, ifStill commits: UInt, store: () -> Void
  ) -> Bool {
    var old: ContiguousArray<Dependency> = []
    return state.withLock { state in
      guard !state.isConnected, state.commits == commits else { return false }
      _ = state.adopt(from: start, on: thread, replacing: &old)
      store()
      return true
    }
  }

  // MARK: Reading

  /// Sees to it that the value of the core is that which follows from the others.
  func bringUpToDate(on thread: DeliveryThread) {
    if thread.isEvaluating(body) { thread.refuseCircle(body, at: place) }
    guard needsCheck(on: thread) else { return }
    let details = unsafe thread.details
    let outer = unsafe details.pointee.evaluation.pass
    if outer == 0 {
      unsafe details.pointee.evaluation.pass =
        Self.lastPass
        .wrappingAdd(1, ordering: .relaxed).newValue
    }
    search(on: thread)
    unsafe details.pointee.evaluation.pass = outer
  }

  private static let lastPass = Atomic<UInt64>(0)

  /// Whether this may be out of date, for the calling thread.
  private func needsCheck(on thread: DeliveryThread) -> Bool {
    let details = unsafe thread.details
    let (isDelivering, level, pass) = unsafe (
      details.pointee.evaluation.isDelivering, details.pointee.evaluation.level,
      details.pointee.evaluation.pass
    )
    return state.withLock { state in
      if state.isConnected {
        // Up to date, unless it comes later in the present change.
        guard isDelivering, let core, core.level >= level else { return false }
      }
      return pass == 0 || state.pass != pass
    }
  }

  /// One of those whose dependencies are looked through.
  private struct Visit {
    let derivation: Derivation
    /// Keeps the derivation, and what it belongs to.
    let core: Node
    let dependencies: ContiguousArray<Dependency>
    var index = 0
    var isStale = false
    /// Whether the dependency at the index has been brought up to date.
    var isIndexDone = false

    init?(_ derivation: Derivation, pass: UInt64) {
      guard let core = derivation.core else { return nil }
      self.derivation = derivation
      self.core = core
      dependencies = derivation.state.withLock { state in
        state.pass = pass
        return state.dependencies
      }
    }
  }

  /// Looks through what this depends on, and that in turn, and computes what is out
  /// of date; in a loop, since there may be a hundred thousand of them in a row.
  private func search(on thread: DeliveryThread) {
    let pass = unsafe thread.details.pointee.evaluation.pass
    var visits = [Visit(self, pass: pass)].compactMap(\.self)
    while let last = visits.indices.last {
      let visit = visits[last]
      if visit.index < visit.dependencies.count {
        let dependency = visit.dependencies[visit.index]
        if !visit.isIndexDone, let inner = dependency.node.derivation {
          visits[last].isIndexDone = true
          if thread.isEvaluating(inner.body) {
            // From when that did not depend on this; it may not do so any more.
            visits[last].isStale = true
          } else if inner.needsCheck(on: thread), let next = Visit(inner, pass: pass) {
            visits.append(next)
            continue
          }
        }
        if dependency.node.latestVersion != dependency.version { visits[last].isStale = true }
        visits[last].isIndexDone = false
        visits[last].index += 1
        // The others may not matter any more, so that they are left to the function;
        // unless that would deepen the stack too much.
        if !visits[last].isStale || thread.isDeepInEvaluation { continue }
      }
      if visits[last].isStale, !visit.derivation.recompute(visit.derivation, thread) {
        visits[last] = Visit(visit.derivation, pass: pass) ?? visit
      } else {
        visits.removeLast()
      }
    }
  }
}

extension Derivation.State {
  /// Takes over what a value was computed from.
  ///
  /// - Parameters:
  ///   - start: Where that begins among what the thread has read.
  ///   - thread: The calling thread.
  ///   - old: Becomes what that was before, to be released after unlocking.
  /// - Returns: Whether it is not the same as before.
  fileprivate mutating func adopt(
    from start: Int, on thread: DeliveryThread, replacing old: inout ContiguousArray<Dependency>
  ) -> Bool {
    commits &+= 1
    let details = unsafe thread.details
    let count = unsafe details.pointee.evaluation.reads.count - start
    var isSame = count == dependencies.count
    var index = 0
    while isSame, index < count {
      let read = unsafe details.pointee.evaluation.reads[start + index]
      isSame = read.node === dependencies[index].node
      if isSame { dependencies[index].version = read.version }
      index += 1
    }
    if isSame { return false }
    old = dependencies
    dependencies = unsafe ContiguousArray(details.pointee.evaluation.reads[start...])
    return true
  }
}
