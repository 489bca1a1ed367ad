import Synchronization

extension Node {
  /// Brings a derived value up to date.
  ///
  /// - Returns: Whether this is a derived value.
  @usableFromInline
  final func bringUpToDate() -> Bool {
    guard let derivation = unsafe derivation else { return false }
    // Most reads end here, because no dependency has changed.
    if derivation.checked.load(ordering: .acquiring) != Epoch.current {
      derivation.bringUpToDate(self, on: DeliveryThread.current)
    }
    return true
  }
}

extension Derivation {
  /// Brings the value of the core up to date, or reports that the value depends on itself.
  func bringUpToDate(_ core: Node, on thread: DeliveryThread) {
    guard !thread.isEvaluating(id) else { return reportCycle() }
    update(core, on: thread)
  }

  /// Brings the value of the core up to date.
  ///
  /// - Precondition: The thread is not computing the value.
  func update(_ core: Node, on thread: DeliveryThread) {
    guard needsCheck(of: core, on: thread) else { return }
    let details = unsafe thread.details
    let outer = unsafe details.pointee.evaluation.pass
    if outer == 0 {
      unsafe details.pointee.evaluation.pass =
        Self.lastPass.wrappingAdd(1, ordering: .relaxed).newValue
    }
    search(on: thread)
    unsafe details.pointee.evaluation.pass = outer
  }

  /// Reports that the value depends on itself; the previous value stays.
  func reportCycle() {
    RelaySettings.errorHandler(.cycle(at: location))
  }

  private static let lastPass = Atomic<UInt64>(0)

  /// Returns whether the value may be out of date for the calling thread.
  @inline(__always)
  private func needsCheck(of core: Node, on thread: DeliveryThread) -> Bool {
    if pullIfPostponed(core, on: thread) { return false }
    let (isDelivering, level, pass) = unsafe (
      thread.details.pointee.evaluation.frame.isDelivering,
      thread.details.pointee.evaluation.frame.level,
      thread.details.pointee.evaluation.pass
    )
    let epoch = Epoch.current
    var isConnected = false
    let isUnchecked = lock.withLock { latestPass in
      isConnected = self.isConnected
      if !isConnected, checked.load(ordering: .relaxed) == epoch { return false }
      return pass == 0 || latestPass != pass
    }
    guard isUnchecked, isConnected else { return isUnchecked }
    // The value is up to date, unless its turn comes later in the change that this thread delivers.
    guard isDelivering, core.level >= level else { return false }
    return core.domain.isOwnedAlone(by: thread)
  }

  /// A derived value whose dependencies are being checked.
  private struct Visit {
    let derivation: Derivation
    /// Keeps the derivation and its core alive.
    let core: Node
    let dependencies: ContiguousArray<Dependency>
    let commits: UInt
    let epoch = Epoch.current
    var index = 0
    var isStale: Bool
    /// A Boolean value that indicates whether all dependencies so far are settled.
    var isSettled = true
    /// A Boolean value that indicates whether the dependency at the index has been brought up to
    /// date.
    var isIndexDone = false

    init?(_ derivation: Derivation, on thread: DeliveryThread) {
      guard let core = unsafe derivation.core else { return nil }
      let isOurs = derivation.isConnected && core.domain.isOwnedAlone(by: thread)
      // A value that another thread has connected in the meantime is up to date.
      guard let inputs = derivation.inputs(isOurs: isOurs) else { return nil }
      self.derivation = derivation
      self.core = core
      (dependencies, commits) = inputs
      isStale = unsafe isOurs && derivation.isOverdue
      let pass = unsafe thread.details.pointee.evaluation.pass
      derivation.lock.withLock { $0 = pass }
    }

    /// Compares the version of the dependency at the index, and advances the index.
    mutating func compare(on thread: DeliveryThread) {
      let dependency = dependencies[index]
      let isDelivering = unsafe thread.details.pointee.evaluation.frame.isDelivering
      let version = dependency.node.latestVersion(delivered: isDelivering, watching: true)
      if version.number != dependency.version { isStale = true }
      if !version.isSettled || !dependency.node.isSettled(since: epoch) { isSettled = false }
      isIndexDone = false
      index += 1
    }

    /// Records that the value is up to date.
    func conclude() {
      guard isSettled else { return }
      derivation.lock.withLock { _ in
        guard !derivation.isConnected, unsafe derivation.commits == commits else { return }
        derivation.checked.store(epoch, ordering: .releasing)
      }
    }
  }

  /// Checks the direct and indirect dependencies, and recomputes values that are out of date.
  ///
  /// This is a loop, because a chain may have a hundred thousand of them.
  private func search(on thread: DeliveryThread) {
    var visits = [Visit(self, on: thread)].compactMap(\.self)
    while !visits.isEmpty {
      let last = visits.endIndex - 1
      if visits[last].index < visits[last].dependencies.count {
        let node = visits[last].dependencies[visits[last].index].node
        if !visits[last].isIndexDone, let inner = unsafe node.derivation {
          visits[last].isIndexDone = true
          if thread.isEvaluating(inner.id) {
            // The dependency is from an earlier computation, and may no longer exist.
            visits[last].isStale = true
          } else if inner.needsCheck(of: node, on: thread), let next = Visit(inner, on: thread) {
            visits.append(next)
            continue
          }
        }
        visits[last].compare(on: thread)
        // The remaining dependencies may no longer matter, so they are left to the function, unless
        // that would make the stack too deep.
        if !visits[last].isStale || thread.isDeepInEvaluation { continue }
      }
      let derivation = visits[last].derivation
      if !visits[last].isStale {
        visits.removeLast().conclude()
      } else if derivation.recompute(on: thread) {
        visits.removeLast()
      } else {
        visits[last] = Visit(derivation, on: thread) ?? visits[last]
      }
    }
  }
}

/// A number that is advanced whenever a value changes on which a cached value depends.
///
/// A reader that has found a cache to be up to date need not check it again while the number is the
/// same. If a value has not been read since its last change, a further change does not advance the
/// number, so setting such a value costs nothing extra.
enum Epoch {
  private static let number = Atomic<UInt>(1)

  /// The current number, which is never 0.
  static var current: UInt { number.load(ordering: .acquiring) }

  /// Advances the number.
  static func advance() {
    number.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }
}
