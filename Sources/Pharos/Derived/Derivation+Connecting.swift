import Synchronization

extension Derivation {
  /// Queues a job for the owner of the domain that connects or disconnects this.
  ///
  /// The job looks for observers only after it has cleared ``isScheduled``, and callers add or
  /// remove an observer before they call this. So the last job always sees the latest state.
  func schedule(on thread: DeliveryThread) {
    guard let core = unsafe core, !isScheduled.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    core.domain.run { thread in
      // The core must stay alive, because it owns the derivation.
      withExtendedLifetime(core) { self.adjust(on: thread) }
      thread.runWave()
    }
  }

  /// Connects or disconnects, depending on whether the core has observers or dependents.
  func adjust(on thread: DeliveryThread) {
    _ = isScheduled.exchange(false, ordering: .acquiringAndReleasing)
    guard let core = unsafe core else { return }
    if core.hasAudience {
      connect(core, on: thread)
    } else {
      disconnect()
      // Changes from before the connection have no observer to be delivered to.
      core.operate(core, .letGo, thread)
    }
  }

  func disconnect() {
    lock.withLock { _ in
      connection.store(false, ordering: .releasing)
      checked.store(0, ordering: .relaxed)
    }
    // While connected, the value counted as settled, and a reader may have cached that. It must
    // check again, because changes may be waiting to be delivered.
    Epoch.advance()
    let attachments = unsafe attached.all
    unsafe attached = Attachments()
    for attachment in attachments { attachment.cancel() }
  }

  // MARK: Connecting

  /// A step on the path from the derived value that is being connected to the derived value that is
  /// connected first.
  private struct Step {
    let derivation: Derivation
    /// Keeps the derivation and its core alive.
    let core: Node
    let dependencies: ContiguousArray<Dependency>
    /// A Boolean value that indicates whether only this thread delivers changes of the domain.
    let isOurs: Bool
    var index = 0
    /// A Boolean value that indicates whether a dependency before the index has a different value.
    var isStale = false
    /// The number of times that the value was found to be out of date.
    var attempts = 0

    init?(_ derivation: Derivation, on thread: DeliveryThread) {
      guard let core = unsafe derivation.core else { return nil }
      self.derivation = derivation
      self.core = core
      let domain = core.domain
      // Another thread may have connected it. Then the rest is left to a job.
      dependencies =
        derivation.inputs(isOurs: domain.isOwnedAlone(by: thread))?.dependencies ?? []
      for dependency in dependencies { _ = Domain.unite(domain, dependency.node.domain) }
      isOurs = core.domain.isOwnedAlone(by: thread)
    }

    /// Returns the next derived value that must be connected before this one, or `nil`.
    ///
    /// After a dependency with a different value, the result is `nil`: the function decides whether
    /// the following dependencies still matter, because they may be behind a condition that
    /// excludes them now.
    mutating func next() -> Derivation? {
      while true {
        if index > 0 {
          let former = dependencies[index - 1]
          let version = former.node.latestVersion(delivered: true, watching: false)
          isStale = version.isSettled && version.number != former.version
        }
        guard !isStale, index < dependencies.count else { return nil }
        defer { index += 1 }
        if let next = unsafe dependencies[index].node.derivation, !next.isConnected { return next }
      }
    }
  }

  /// Returns whether the value can be connected immediately.
  ///
  /// No other thread may deliver changes of the domain. Each dependency must have an edge to this, or
  /// belong to the domain and be connected.
  private func isReady(_ core: Node, for inputs: Inputs, on thread: DeliveryThread) -> Bool {
    for index in inputs.dependencies.indices {
      // In place: copies would count references.
      let isReady = unsafe Unmanaged.passUnretained(inputs.dependencies[index].node)
        ._withUnsafeGuaranteedRef { node in
          if isConnected, unsafe attached.keep(node, for: inputs.commits) { return true }
          let derivation = unsafe node.keptDerivation
          return unsafe node.isInDomain(of: core)
            && (derivation?._withUnsafeGuaranteedRef { $0.isConnected } ?? true)
        }
      guard isReady else { return false }
    }
    return core.isInDomain(ownedAloneBy: thread)
  }

  /// Connects this, after the derived values that it depends on.
  ///
  /// It starts with the lowest, so each of them finds all of its dependencies connected and up to
  /// date. A loop instead of recursion saves the stack. If other threads are at work, the remaining
  /// part is left to a job.
  func connect(_ core: Node, on thread: DeliveryThread) {
    let wasConnected = isConnected
    // Usually, nothing else has to be connected first.
    if let inputs = inputs(isOurs: true), isReady(core, for: inputs, on: thread),
      settle(core, for: inputs, isCrowded: false, on: thread)
    {
      if !wasConnected, !core.hasAudience { schedule(on: thread) }
      return
    }
    guard let first = Step(self, on: thread) else { return }
    var path = [first]
    var onPath: Set<ObjectIdentifier> = []
    var joined: [Node] = []
    while !path.isEmpty {
      let last = path.endIndex - 1
      // The first attempts may find the value out of date. Further attempts mean that other threads
      // keep changing it, so they should continue first.
      guard path[last].isOurs, path[last].attempts < 16 else {
        schedule(on: thread)
        break
      }
      let derivation = path[last].derivation
      var isCurrent = true
      if let next = path[last].next() {
        if next !== self, onPath.insert(ObjectIdentifier(next)).inserted,
          let step = Step(next, on: thread)
        {
          path.append(step)
          continue
        }
        // It depended on itself in an earlier computation, but no longer does.
        isCurrent = false
      } else {
        isCurrent = false
        if !path[last].isStale, let inputs = derivation.inputs(isOurs: true) {
          isCurrent = derivation.settle(
            path[last].core, for: inputs, isCrowded: core.domain.isCrowded, on: thread)
        }
      }
      if isCurrent || derivation.isConnected {
        if !isCurrent { thread.wait(for: path[last].core) }
        joined.append(path.removeLast().core)
        if derivation !== self { onPath.remove(ObjectIdentifier(derivation)) }
      } else {
        let attempts = path[last].attempts + 1
        thread.evaluateDelivered { derivation.bringUpToDate(path[last].core, on: thread) }
        path[last] = Step(derivation, on: thread) ?? path[last]
        path[last].attempts = attempts
      }
    }
    // A value may have been connected first for another that turned out not to depend on it.
    for node in joined where !node.hasAudience { unsafe node.derivation?.schedule(on: thread) }
  }

  /// Removes the edges from cores that depend on the value itself, and reports the cycle.
  ///
  /// - Returns: Whether the other dependencies have the values that were used in the computation.
  private func cutCycle(
    of core: Node, among dependencies: ContiguousArray<Dependency>
  ) -> Bool {
    let dependents = core.allDependents()
    for dependency in dependencies {
      let id = ObjectIdentifier(dependency.node)
      guard dependents.contains(id) else { continue }
      unsafe cyclic.insert(id)
      unsafe attached.remove(dependency.node)?.cancel()
    }
    reportCycle()
    return dependencies.allSatisfy {
      let version = $0.node.latestVersion(delivered: true, watching: false)
      return unsafe cyclic.contains(ObjectIdentifier($0.node)) || !version.isSettled
        || version.number == $0.version
    }
  }

  /// Adds and removes edges so that exactly the dependencies have one, and marks this as connected
  /// if they still have the values that were used in the computation.
  ///
  /// A dependency with a waiting change may have a different value: that change will be pushed
  /// to this, and the value is computed then.
  ///
  /// - Returns: Whether this is connected.
  private func settle(
    _ core: Node, for inputs: Inputs, isCrowded: Bool, on thread: DeliveryThread
  ) -> Bool {
    let wasConnected = isConnected
    let (dependencies, commits) = inputs
    var isCurrent = true
    var level = 0
    for index in dependencies.indices {
      // In place: copies would count references.
      let version = unsafe Unmanaged.passUnretained(dependencies[index].node)
        ._withUnsafeGuaranteedRef { node -> ValueVersion? in
          level = max(level, node.level + 1)
          guard unsafe attached.keep(node, for: commits) else {
            let (version, key) = node.attach(edge(to: core, isOrderly: isCrowded))
            unsafe attached.insert(Attachment(node: node, edge: key, commits: commits))
            return version
          }
          // While this is connected, further changes are pushed to it.
          return wasConnected ? nil : node.latestVersion(delivered: true, watching: false)
        }
      if let version, version.isSettled, version.number != dependencies[index].version {
        isCurrent = false
      }
    }
    // With the edges in place, a cycle can be found.
    if unsafe !cyclic.isEmpty { unsafe cyclic = [] }
    if !core.raise(to: level, on: thread) {
      isCurrent = cutCycle(of: core, among: dependencies)
    }
    unsafe attached.cancelAll(notFor: commits)
    guard isCurrent else { return false }
    if wasConnected { return true }
    let isDone = lock.withLock { _ in
      // A reader may have computed the value from other dependencies in the meantime.
      guard unsafe self.commits == commits else { return false }
      connection.store(true, ordering: .releasing)
      return true
    }
    // Observers are notified of changes that readers have found before the connection.
    if isDone { core.operate(core, .letGo, thread) }
    return isDone
  }
}
