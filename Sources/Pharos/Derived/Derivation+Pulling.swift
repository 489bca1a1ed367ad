import Synchronization

// A connected value is computed in its turn if observers, maps or merges depend on it. If only
// derived values and effects do, it is *postponed*: the first that reads it, in the order of its
// function, *pulls* it. So a value behind a guard is not computed in the change that closes the
// guard. Effects run after the wave. Those that watch a postponed value are asked at its end
// whether they would get as far as that value.
//
// Rejected: to compute in the order of levels alone, as merges are. A function behind a guard would
// run for values that the guard excludes, and stop the process.
extension Derivation {
  /// Marks a ``postponer`` that looks through the dependencies.
  fileprivate static let pulled: UInt = 1

  /// A value that is to be computed if one of its dependencies has changed.
  @safe
  struct Pull {
    // It is safe to use: the wave keeps the nodes.
    fileprivate let node: Unmanaged<Node>
    fileprivate var isStale: Bool
    /// The place of the dependency to look at.
    fileprivate var index = 0
  }

  /// The next step of a ``Pull``.
  @safe
  private enum Step {
    case pull(Unmanaged<Node>)
    case compute
    case nothing
  }

  /// Postpones the computation, if only derived values and effects depend on this one.
  ///
  /// - Returns: Whether that is so.
  func postpone(_ core: Node, on thread: DeliveryThread) -> Bool {
    guard audience.load(ordering: .relaxed) != .others else { return false }
    var isForReaders = true
    let snapshot = core.lock.withLock { state -> Snapshot? in
      // What was computed from it without being connected has to ask for it again.
      state.countChange()
      if audience.load(ordering: .relaxed) == .derivedValues { return state.snapshot }
      // It may have just lost its last dependent.
      guard let snapshot = state.currentSnapshot() else { return nil }
      let found = snapshot.derivedAudience
      audience.store(found, ordering: .relaxed)
      // Effects that run elsewhere cannot be asked.
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
      // Its level may rise while it pulls others; the turn of the wave does not.
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
  /// - Returns: Whether it has.
  @inline(__always)
  func pullIfPostponed(_ core: Node, on thread: DeliveryThread) -> Bool {
    let found = postponer.load(ordering: .relaxed)
    guard found & ~Self.pulled == thread.id else { return false }
    if found & Self.pulled != 0 {
      // The reader gets the current value, so that the new one has to be pushed to it.
      postponer.store(0, ordering: .relaxed)
    } else {
      postponer.store(found | Self.pulled, ordering: .relaxed)
      pull(core, isOverdue: false, on: thread)
    }
    return true
  }

  /// A Boolean value that indicates whether all dependents already wait for the value.
  @usableFromInline
  func isPulled(by thread: DeliveryThread) -> Bool {
    postponer.load(ordering: .relaxed) == thread.id | Self.pulled
  }

  /// Disconnects a value that nothing has read in the wave.
  fileprivate func endPostponing(_ core: Node, on thread: DeliveryThread) {
    postponer.store(0, ordering: .relaxed)
    disconnect()
    if core.hasAudience { schedule(on: thread) }
  }

  /// Looks through the dependencies in the order in which they were read, and computes the value
  /// as soon as one has changed; postponed dependencies come first.
  ///
  /// In a loop, as there may be a hundred thousand in a row.
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
    // The dependencies after a stale one may not matter any more, so that they are left to the
    // function; unless that would deepen the stack too much.
    let looksAtAll = thread.isDeepInEvaluation
    return state.withLock { state in
      guard state.isConnected else { return .nothing }
      while pull.index < state.dependencies.count, looksAtAll || !pull.isStale {
        let node = unsafe Unmanaged.passUnretained(state.dependencies[pull.index].node)
        if unsafe node._withUnsafeGuaranteedRef({ $0.startPull(on: thread) }) {
          return unsafe .pull(node)
        }
        if isOther(state.dependencies, at: pull.index) { pull.isStale = true }
        pull.index += 1
      }
      return pull.isStale ? .compute : .nothing
    }
  }
}

extension Node {
  /// Returns whether the calling thread has postponed the value, which it pulls now.
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
  /// - Returns: Whether there was one.
  func pullForEffects() -> Bool {
    let details = unsafe details
    guard unsafe details.pointee.hasEffects else { return false }
    var hasPulled = false
    for index in unsafe 0..<details.pointee.postponed.count {
      let core = unsafe details.pointee.postponed[index].takeUnretainedValue()
      guard unsafe core.derivation?.postponer.load(ordering: .relaxed) == id else { continue }
      // An effect that came in the meantime may run elsewhere.
      for observer in core.lock.withLock(\.snapshot)?.observers ?? [] where observer.isDirect {
        observer.effect?.runner?.pullDependencies(on: self)
      }
      if unsafe core.derivation?.postponer.load(ordering: .relaxed) == 0 { hasPulled = true }
    }
    return hasPulled
  }

  /// Ends the postponing of values at the end of a wave, the last first: each is disconnected
  /// before the values that it depends on.
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

/// The dependents of a derived value.
enum DerivedAudience: UInt8, AtomicRepresentable {
  /// To be found out from the current snapshot.
  case unknown
  /// Some are told of each change: observers, maps or merges.
  case others
  /// All of them are derived values, which read it or not.
  case derivedValues
  /// Derived values and effects, which read it or not.
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
