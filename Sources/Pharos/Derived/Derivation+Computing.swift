import Synchronization

extension Node {
  /// Computes the new value of a merge or a derived value, as part of the current change.
  final func compute(on thread: DeliveryThread) {
    guard let derivation = unsafe keptDerivation else { return operate(self, .compute, thread) }
    unsafe derivation._withUnsafeGuaranteedRef { $0.computeChange(of: self, on: thread) }
  }
}

extension Derivation {
  /// Computes the value as part of the current change if a dependency has a different value, or
  /// postpones that.
  fileprivate func computeChange(of core: Node, on thread: DeliveryThread) {
    let wasOverdue = unsafe isOverdue
    unsafe isOverdue = false
    if wasOverdue || !postpone(core, on: thread) {
      computeIfStale(core, isOverdue: wasOverdue, on: thread)
    }
  }

  /// Computes the value for a read, or for a dependent that the current change has just connected.
  ///
  /// - Returns: `false` if another value was stored in the meantime, so that the caller must check
  ///   again.
  func recompute(on thread: DeliveryThread) -> Bool {
    guard let core = unsafe core else { return true }
    let found = lock.withLock { _ in isConnected ? nil : unsafe commits }
    if let found { return run(self, core, found, thread) }
    guard unsafe thread.details.pointee.evaluation.frame.isDelivering,
      core.domain.isOwnedAlone(by: thread)
    else { return true }
    unsafe core.isWaiting = false
    unsafe isOverdue = false
    return run(self, core, nil, thread)
  }

  // MARK: Taking over

  /// Stores the dependencies of the first value.
  ///
  /// - Returns: Whether to keep the core. If `false`, the value was computed inside a cycle and is
  ///   provisional.
  @usableFromInline
  func concludeFirst(_ outer: EvaluationFrame, on thread: DeliveryThread) -> Bool {
    let reads = thread.endReads()
    _ = adopt(reads, on: thread)
    thread.end(outer)
    return !reads.isProvisional
  }

  /// Stores the dependencies of a new value, as the owner of the domain.
  ///
  /// - Returns: Whether to store the value. If `false`, the value was computed inside a cycle and
  ///   is provisional.
  @usableFromInline
  func conclude(_ outer: EvaluationFrame, of core: Node, on thread: DeliveryThread) -> Bool {
    let reads = thread.endReads()
    let isElsewhere = !reads.isProvisional && adopt(reads, on: thread)
    thread.end(outer)
    if isElsewhere { connect(core, on: thread) }
    guard reads.isProvisional else { return true }
    // It is computed again once the value that depends on itself is available.
    unsafe isOverdue = true
    thread.wait(for: core)
    return false
  }

  /// Stores the dependencies of a value that a reader has computed, and the value.
  ///
  /// - Parameters:
  ///   - outer: The surrounding evaluation.
  ///   - commits: The number of values before this one.
  ///   - thread: The calling thread.
  ///   - store: Stores the value. It runs under the lock.
  /// - Returns: `false` if another value was stored in the meantime.
  @usableFromInline
  func conclude(
    _ outer: EvaluationFrame, ifStill commits: UInt, on thread: DeliveryThread,
    store: () -> Void
  ) -> Bool {
    let reads = thread.endReads()
    let isDone =
      !reads.isProvisional
      && lock.withLock { _ in
        guard !isConnected, unsafe self.commits == commits else { return false }
        _ = adopt(reads, on: thread)
        store()
        return true
      }
    thread.end(outer)
    return isDone || reads.isProvisional
  }
}
