import Synchronization

// A connected value is computed by its level if observers, maps or merges depend on it. If only
// derived values and effects depend on it, it is *postponed*: the first of them that reads it
// *pulls* it. So a value behind a condition is not computed in the change that makes the condition
// exclude it. Effects run after the wave. At its end, the effects that watch a postponed value
// are asked whether they would read that value.
//
// Rejected: to compute in the order of levels alone, as merges are. A function behind a condition
// would run for values that the condition excludes, and stop the process.
extension Derivation {
  /// A bit of ``postponer`` that marks a value while it checks its dependencies.
  fileprivate static let pulled: UInt = 1

  /// A value to compute if one of its dependencies has changed.
  @safe
  struct Pull {
    // It is safe to use: the wave keeps the nodes alive.
    fileprivate let node: Unmanaged<Node>
    fileprivate var isStale: Bool
    /// The index of the next dependency to check.
    fileprivate var index = 0
  }

  /// The next step of a ``Pull``.
  @safe
  private enum Step {
    case pull(Unmanaged<Node>)
    case compute
    case nothing
  }

  /// Postpones the computation, if only derived values and effects depend on this value.
  ///
  /// - Returns: Whether it is postponed.
  func postpone(_ core: Node, on thread: DeliveryThread) -> Bool {
    guard audience.load(ordering: .relaxed) != .others else { return false }
    var isForReaders = true
    let snapshot = core.lock.withLock { state -> Snapshot? in
      // Unconnected values that were computed from this one must check it again.
      state.countChange()
      if audience.load(ordering: .relaxed) == .derivedValues { return state.snapshot }
      // The value may have just lost its last dependent.
      guard let snapshot = state.currentSnapshot() else { return nil }
      let found = snapshot.derivedAudience
      audience.store(found, ordering: .relaxed)
      // Effects that run on another thread or actor cannot be asked.
      isForReaders = found != .others && snapshot.observers.allSatisfy { $0.isDirect }
      if found == .readers { unsafe thread.details.pointee.hasEffects = true }
      return snapshot
    }
    guard isForReaders else { return false }
    postponer.store(thread.id, ordering: .relaxed)
    checked.store(0, ordering: .relaxed)
    unsafe thread.details.pointee.postponed.append(Unmanaged.passRetained(core))
    snapshot?.wakeDerived(origin: unsafe core.latestOrigin, on: thread)
    return true
  }

  /// Computes the value if it is overdue, or if one of its dependencies has changed.
  func computeIfStale(_ core: Node, isOverdue: Bool, on thread: DeliveryThread) {
    let details = unsafe thread.details
    if unsafe !details.pointee.postponed.isEmpty {
      // Pulling others may raise its level, but the wave must continue with the current one.
      let outer = unsafe details.pointee.evaluation.frame.level
      unsafe details.pointee.evaluation.frame.level = min(outer, core.level)
      pull(core, isOverdue: isOverdue, on: thread)
      unsafe details.pointee.evaluation.frame.level = outer
    } else if mustCompute(isOverdue: isOverdue) {
      _ = run(self, core, nil, thread)
    }
  }

  /// Pulls the value if the calling thread has postponed it.
  ///
  /// - Returns: Whether the thread had postponed it.
  @inline(__always)
  func pullIfPostponed(_ core: Node, on thread: DeliveryThread) -> Bool {
    let found = postponer.load(ordering: .relaxed)
    guard found & ~Self.pulled == thread.id else { return false }
    if found & Self.pulled != 0 {
      // The value is being pulled, so the reader gets the current value, and the new one must be
      // pushed to the reader.
      postponer.store(0, ordering: .relaxed)
    } else {
      postponer.store(found | Self.pulled, ordering: .relaxed)
      pull(core, isOverdue: false, on: thread)
    }
    return true
  }

  /// A Boolean value that indicates whether the value is being pulled, so that all dependents
  /// already wait for it.
  @usableFromInline
  func isPulled(by thread: DeliveryThread) -> Bool {
    postponer.load(ordering: .relaxed) == thread.id | Self.pulled
  }

  /// Disconnects a value that was not read in the wave.
  fileprivate func endPostponing(_ core: Node, on thread: DeliveryThread) {
    postponer.store(0, ordering: .relaxed)
    disconnect()
    if core.hasAudience { schedule(on: thread) }
  }

  /// Checks the dependencies in the order in which they were read, and computes the value as soon
  /// as one has changed.
  ///
  /// Postponed dependencies are pulled first. This is a loop, because a chain may have a hundred
  /// thousand of them.
  private func pull(_ core: Node, isOverdue: Bool, on thread: DeliveryThread) {
    let details = unsafe thread.details
    let start = unsafe details.pointee.pulls.count
    var last = unsafe Pull(node: .passUnretained(core), isStale: isOverdue)
    while true {
      let step = unsafe last.node._withUnsafeGuaranteedRef { node in
        unsafe node.keptDerivation?._withUnsafeGuaranteedRef { derivation in
          let step = derivation.next(for: &last, on: thread)
          if case .pull = step { return step }
          if case .compute = step { _ = derivation.run(derivation, node, nil, thread) }
          derivation.postponer.store(0, ordering: .relaxed)
          return step
        }
      }
      if case .pull(let inner)? = step {
        unsafe details.pointee.pulls.append(last)
        last = unsafe Pull(node: inner, isStale: false)
      } else if unsafe details.pointee.pulls.count > start,
        let outer = unsafe details.pointee.pulls.popLast()
      {
        last = outer
      } else {
        return
      }
    }
  }

  private func next(for pull: inout Pull, on thread: DeliveryThread) -> Step {
    // The dependencies after a stale one may no longer matter, so they are left to the function,
    // unless that would make the stack too deep.
    let looksAtAll = thread.isDeepInEvaluation
    guard isConnected else { return .nothing }
    while unsafe pull.index < dependencies.count, looksAtAll || !pull.isStale {
      let node = unsafe Unmanaged.passUnretained(dependencies[pull.index].node)
      if unsafe node._withUnsafeGuaranteedRef({ $0.startPull(on: thread) }) {
        return unsafe .pull(node)
      }
      if isOther(at: pull.index) { pull.isStale = true }
      pull.index += 1
    }
    return pull.isStale ? .compute : .nothing
  }
}

extension Node {
  /// Starts pulling the value if the calling thread has postponed it, and returns whether it has.
  fileprivate func startPull(on thread: DeliveryThread) -> Bool {
    guard let derivation = unsafe keptDerivation else { return false }
    return unsafe derivation._withUnsafeGuaranteedRef { derivation in
      guard derivation.postponer.load(ordering: .relaxed) == thread.id else { return false }
      derivation.postponer.store(thread.id | Derivation.pulled, ordering: .relaxed)
      return true
    }
  }
}

extension DeliveryThread {
  /// Pulls the postponed values that effects would read.
  ///
  /// - Returns: Whether a value was pulled.
  func pullForEffects() -> Bool {
    let details = unsafe details
    guard unsafe details.pointee.hasEffects else { return false }
    var hasPulled = false
    for index in unsafe 0..<details.pointee.postponed.count {
      let core = unsafe details.pointee.postponed[index].takeUnretainedValue()
      guard unsafe core.derivation?.postponer.load(ordering: .relaxed) == id else { continue }
      // An effect that was added in the meantime may run on another thread or actor.
      for observer in core.lock.withLock({ $0.snapshot })?.observers ?? [] where observer.isDirect {
        observer.effect?.runner?.pullDependencies(on: self)
      }
      if unsafe core.derivation?.postponer.load(ordering: .relaxed) == 0 { hasPulled = true }
    }
    return hasPulled
  }

  /// Ends the postponing of values at the end of a wave.
  ///
  /// The last value comes first, so that each is disconnected before the values that it depends on.
  func endPostponing() {
    while let core = unsafe details.pointee.postponed.popLast() {
      unsafe core._withUnsafeGuaranteedRef { core in
        unsafe core.keptDerivation?._withUnsafeGuaranteedRef { derivation in
          guard derivation.postponer.load(ordering: .relaxed) != 0 else { return }
          derivation.endPostponing(core, on: self)
        }
      }
      unsafe core.release()
    }
    unsafe details.pointee.hasEffects = false
  }
}

/// The kinds of dependents of a derived value.
enum DerivedAudience: UInt8, AtomicRepresentable {
  /// Unknown until it is determined from the current snapshot.
  case unknown
  /// Observers, maps or merges, which are notified of each change.
  case others
  /// Only derived values, which may read it or not.
  case derivedValues
  /// Derived values and effects, which may read it or not.
  case readers
}

extension Snapshot {
  fileprivate var derivedAudience: DerivedAudience {
    guard edges.allSatisfy({ $0.isToDerived }), observers.allSatisfy({ $0.effect != nil }) else {
      return .others
    }
    return observers.isEmpty ? .derivedValues : .readers
  }
}
