import Synchronization

extension Node {
  /// Computes the new value of a merge or a derived value, as part of the present change.
  final func compute(on thread: DeliveryThread) {
    guard let derivation = unsafe keptDerivation else { return operate(self, .compute, thread) }
    unsafe derivation._withUnsafeGuaranteedRef { $0.computeChange(of: self, on: thread) }
  }
}

extension Derivation {
  /// Computes the value as part of the present change, if what it follows from has other
  /// values by now, or postpones that.
  fileprivate func computeChange(of core: Node, on thread: DeliveryThread) {
    let wasOverdue = unsafe isOverdue
    unsafe isOverdue = false
    if wasOverdue || !postpone(core, on: thread) {
      computeIfStale(core, isOverdue: wasOverdue, on: thread)
    }
  }

  /// Computes the value for a read, or for a dependent that the present change has
  /// just connected.
  ///
  /// - Returns: Whether the core has it; or not, because there has been another
  ///   meanwhile.
  func recompute(on thread: DeliveryThread) -> Bool {
    guard let core = unsafe core else { return true }
    let (isConnected, commits) = state.withLock { ($0.isConnected, $0.commits) }
    guard isConnected else { return run(self, core, commits, thread) }
    guard unsafe thread.details.pointee.evaluation.frame.isDelivering,
      core.domain.isOwnedAlone(by: thread)
    else { return true }
    unsafe core.isWaiting = false
    unsafe isOverdue = false
    return run(self, core, nil, thread)
  }

  // MARK: Taking over

  /// Takes over what the first value was computed from.
  ///
  /// - Returns: Whether to keep the core; not if it was on the way from another value to
  ///   itself.
  @usableFromInline
  func concludeFirst(_ outer: EvaluationFrame, on thread: DeliveryThread) -> Bool {
    let reads = thread.endReads()
    _ = adopt(reads, on: thread)
    thread.end(outer)
    return !reads.isProvisional
  }

  /// Takes over what the value was computed from, as the owner of the domain.
  ///
  /// - Returns: Whether to take the value, too; not if it was on the way from another value to
  ///   itself.
  @usableFromInline
  func conclude(_ outer: EvaluationFrame, on thread: DeliveryThread) -> Bool {
    let reads = thread.endReads()
    let isElsewhere = !reads.isProvisional && adopt(reads, on: thread)
    thread.end(outer)
    if isElsewhere { connect(on: thread) }
    guard reads.isProvisional else { return true }
    // It is computed when the value is there that depends on itself.
    unsafe isOverdue = true
    if let core = unsafe core { thread.wait(for: core) }
    return false
  }

  /// Takes over what the value was computed from by a reader.
  ///
  /// - Parameters:
  ///   - outer: The evaluation around.
  ///   - commits: How many values there had been before.
  ///   - thread: The calling thread.
  ///   - store: Stores the value. It runs under the lock.
  /// - Returns: Whether there has been no other value meanwhile.
  @usableFromInline
  func conclude(
    _ outer: EvaluationFrame, ifStill commits: UInt, on thread: DeliveryThread,
    store: () -> Void
  ) -> Bool {
    let reads = thread.endReads()
    let isDone =
      !reads.isProvisional
      && state.withLock { state in
        guard !state.isConnected, state.commits == commits else { return false }
        _ = state.adopt(reads, on: thread)
        store()
        checked.store(reads.epoch, ordering: .releasing)
        return true
      }
    thread.end(outer)
    return isDone || reads.isProvisional
  }

  /// - Returns: Whether it is not the same as before.
  private func adopt(_ reads: Reads, on thread: DeliveryThread) -> Bool {
    state.withLock { state in
      checked.store(reads.epoch, ordering: .relaxed)
      return state.adopt(reads, on: thread)
    }
  }
}
