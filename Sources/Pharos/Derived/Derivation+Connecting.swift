import Synchronization

extension Derivation {
  /// Has the thread that owns the domain look after the connections.
  ///
  /// It looks for observers only after it has cleared ``isScheduled``, and an observer is
  /// added or removed before this is called: so the last call always sees the last state.
  func schedule(on thread: DeliveryThread) {
    guard let core = unsafe core, !isScheduled.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    DomainJob.run(in: core.domain) { thread in
      // The core must not end before: it owns the derivation.
      withExtendedLifetime(core) { self.adjust(on: thread) }
      thread.runWave()
    }
  }

  /// Connects or disconnects, whichever is wanted now.
  func adjust(on thread: DeliveryThread) {
    _ = isScheduled.exchange(false, ordering: .acquiringAndReleasing)
    guard let core = unsafe core else { return }
    if core.hasAudience {
      connect(on: thread)
    } else {
      disconnect()
      // Changes from before it was connected have no observer to be delivered to.
      core.operate(core, .letGo, thread)
    }
  }

  func disconnect() {
    state.withLock { state in
      state.isConnected = false
      checked.store(0, ordering: .relaxed)
    }
    // A reader that has cached its value as settled, which it was while connected, must
    // check again: changes may be waiting to be delivered.
    Epoch.advance()
    let attachments = unsafe attached.all
    unsafe attached = Attachments()
    for attachment in attachments { attachment.cancel() }
  }

  // MARK: Connecting

  /// One of those on the way from the derived value that is being connected to
  /// what is connected first.
  private struct Step {
    let derivation: Derivation
    /// Keeps the derivation, and what it belongs to.
    let core: Node
    let dependencies: ContiguousArray<Dependency>
    /// A Boolean value that indicates whether no other thread delivers anything here.
    let isOurs: Bool
    var index = 0
    /// A Boolean value that indicates whether one of the dependencies before the index has
    /// another value by now.
    var isStale = false
    /// The number of times that its value was found to be out of date.
    var attempts = 0

    init?(_ derivation: Derivation, on thread: DeliveryThread) {
      guard let core = unsafe derivation.core else { return nil }
      self.derivation = derivation
      self.core = core
      dependencies = derivation.state.withLock { $0.dependencies }
      let domain = core.domain
      for dependency in dependencies { _ = Domain.unite(domain, dependency.node.domain) }
      isOurs = core.domain.isOwnedAlone(by: thread)
    }

    /// The next derived value that must be connected before this one.
    ///
    /// None after a dependency that has another value: the function decides whether the following
    /// still matter, which may be behind a guard that is closed by now.
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

  /// Returns whether the value can be connected at once: no other thread delivers changes of the
  /// domain, and all dependencies belong to it and need not be connected first.
  private func isReady(_ core: Node, on thread: DeliveryThread) -> Bool {
    let dependencies = state.withLock { $0.dependencies }
    for index in dependencies.indices {
      // In place: copies would count references.
      let isReady = unsafe Unmanaged.passUnretained(dependencies[index].node)
        ._withUnsafeGuaranteedRef { node in
          let derivation = unsafe node.keptDerivation
          return unsafe node.isInDomain(of: core)
            && (derivation?._withUnsafeGuaranteedRef { $0.isConnected } ?? true)
        }
      guard isReady else { return false }
    }
    return core.domain.isOwnedAlone(by: thread)
  }

  /// Connects this, and first the derived values that it depends on, lowest first: so
  /// each finds everything below it connected and up to date, in a loop and in one go.
  ///
  /// What cannot be done now, because other threads are at work, is left to a job.
  func connect(on thread: DeliveryThread) {
    guard let core = unsafe core else { return }
    // Most often nothing has to be connected first.
    if isReady(core, on: thread), settle(on: thread) {
      if !core.hasAudience { schedule(on: thread) }
      return
    }
    guard let first = Step(self, on: thread) else { return }
    var path = [first]
    var onPath: Set<ObjectIdentifier> = []
    var joined: [Node] = []
    while !path.isEmpty {
      let last = path.endIndex - 1
      // The first attempts may find it out of date, and others what other threads have
      // changed meanwhile: they should get on with that.
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
        // It once depended on itself, and does so no more.
        isCurrent = false
      } else {
        isCurrent = !path[last].isStale && derivation.settle(on: thread)
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
    // What was connected first, for one that turned out not to depend on it.
    for node in joined where !node.hasAudience { unsafe node.derivation?.schedule(on: thread) }
  }

  /// Takes away the edges from what depends on the value itself, and reports it.
  ///
  /// - Returns: Whether the others have the values that it was computed from.
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

  /// Sees to it that exactly those have edges to this that it was computed from, and is
  /// connected then if they still have the values that it was computed from.
  ///
  /// One from which a change is yet to come need not have: the change will be given to
  /// this, too, and it is computed then.
  ///
  /// - Returns: Whether they have.
  private func settle(on thread: DeliveryThread) -> Bool {
    guard let core = unsafe core else { return true }
    let (dependencies, commits, wasConnected) = state.withLock { state in
      (state.dependencies, state.commits, state.isConnected)
    }
    var isCurrent = true
    var level = 0
    for index in dependencies.indices {
      let node = dependencies[index].node
      let version: ValueVersion
      if unsafe attached.keep(node, for: commits) {
        version = node.latestVersion(delivered: true, watching: false)
      } else {
        let edge: UInt
        (version, edge) = node.attach(core)
        unsafe attached.insert(Attachment(node: node, edge: edge, commits: commits))
      }
      if version.isSettled, version.number != dependencies[index].version { isCurrent = false }
      level = max(level, node.level + 1)
    }
    // Now that there are edges: they show if the value depends on itself.
    unsafe cyclic = []
    if !core.raise(to: level, on: thread) {
      isCurrent = cutCycle(of: core, among: dependencies)
    }
    for attachment in unsafe attached.removeAll(notFor: commits) { attachment.cancel() }
    guard isCurrent else { return false }
    let isDone = state.withLock { state in
      // A reader may have computed it from others meanwhile.
      guard state.commits == commits else { return false }
      state.isConnected = true
      return true
    }
    // Those who observe it are notified of what readers have found until now.
    if isDone, !wasConnected { core.operate(core, .letGo, thread) }
    return isDone
  }
}
