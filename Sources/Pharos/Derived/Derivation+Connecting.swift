import Synchronization

extension Derivation {
  /// Has the thread that owns the domain look after the connections.
  ///
  /// It looks whether anybody observes only after ``isScheduled`` has been cleared,
  /// and whoever begins or ceases to observe has done so before it asks for this: so
  /// the last who asks is always heard.
  func schedule(on thread: DeliveryThread) {
    guard let core, !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let isOurs = core.domain.enqueue(DerivationJob(self, of: core), by: thread)
    if isOurs, !thread.isBusy { thread.drain() }
  }

  /// Connects or disconnects, whichever is wanted now.
  func adjust(on thread: DeliveryThread) {
    _ = isScheduled.exchange(false, ordering: .acquiringAndReleasing)
    guard let core else { return }
    if core.hasAudience {
      connect(on: thread)
    } else {
      disconnect()
      // Nobody is left to be told of what has changed before it was connected.
      core.operations.letGo(core, thread)
    }
  }

  private func disconnect() {
    state.withLock { state in
      state.isConnected = false
      state.checked = 0
    }
    guard let entrance else { return }
    let nodes = attached.values
    attached = [:]
    for node in nodes { node.detach(entrance) }
  }

  // MARK: Connecting

  /// One of those on the way from the derived value that is being connected to
  /// what is connected first.
  private struct Step {
    let derivation: Derivation
    /// Keeps the derivation, and what it belongs to.
    let core: Node
    let dependencies: ContiguousArray<Dependency>
    /// Whether no other thread delivers anything here.
    let isOurs: Bool
    var index = 0

    init?(_ derivation: Derivation, on thread: DeliveryThread) {
      guard let core = derivation.core else { return nil }
      self.derivation = derivation
      self.core = core
      dependencies = derivation.state.withLock(\.dependencies)
      for dependency in dependencies { _ = Domain.unite(core.domain, dependency.node.domain) }
      isOurs = core.domain.isOwnedAlone(by: thread)
    }

    /// The next derived value that must be connected before this one.
    mutating func next() -> Derivation? {
      while index < dependencies.count {
        defer { index += 1 }
        if let next = dependencies[index].node.derivation, !next.isConnected { return next }
      }
      return nil
    }
  }

  /// Connects this, and first the derived values that it depends on, lowest first: so
  /// each finds everything below it connected and up to date, in a loop and in one go.
  ///
  /// What cannot be done now, because other threads are at work, is left to a job.
  func connect(on thread: DeliveryThread) {
    if !isConnected { thread.evaluateDelivered { bringUpToDate(on: thread) } }
    var path = [Step(self, on: thread)].compactMap(\.self)
    var onPath: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var joined: [Node] = []
    // Each attempt is lost to a change that another thread has made meanwhile.
    var attemptsLeft = 64
    while let last = path.indices.last {
      guard path[last].isOurs, attemptsLeft > 0 else { return giveUp(joined, on: thread) }
      let derivation = path[last].derivation
      var isCurrent = true
      if let next = path[last].next() {
        // One that depends on itself has changed meanwhile, and does so no more.
        isCurrent = onPath.insert(ObjectIdentifier(next)).inserted
        if isCurrent, let step = Step(next, on: thread) {
          path.append(step)
          continue
        }
      } else {
        isCurrent = derivation.settle(on: thread)
      }
      if isCurrent || derivation.isConnected {
        if !isCurrent { thread.wait(for: path[last].core) }
        joined.append(path.removeLast().core)
        onPath.remove(ObjectIdentifier(derivation))
      } else {
        attemptsLeft -= 1
        thread.evaluateDelivered { derivation.bringUpToDate(on: thread) }
        path[last] = Step(derivation, on: thread) ?? path[last]
      }
    }
  }

  private func giveUp(_ joined: [Node], on thread: DeliveryThread) {
    schedule(on: thread)
    // Perhaps nobody needs them by then.
    for node in joined where !node.hasAudience { node.derivation?.schedule(on: thread) }
  }

  /// Sees to it that exactly those have edges to this that it was computed from, and is
  /// connected then if they still have the values that it was computed from.
  ///
  /// - Returns: Whether they have.
  private func settle(on thread: DeliveryThread) -> Bool {
    guard let core else { return true }
    let (dependencies, commits, wasConnected) = state.withLock { state in
      (state.dependencies, state.commits, state.isConnected)
    }
    let entrance = entrance ?? DerivedEntrance(to: core)
    self.entrance = entrance
    var surplus = attached
    var isCurrent = true
    for dependency in dependencies {
      let id = ObjectIdentifier(dependency.node)
      surplus[id] = nil
      let version =
        attached.updateValue(dependency.node, forKey: id) == nil
        ? dependency.node.attach(entrance)
        : dependency.node.latestVersion(delivered: true, watching: false)
      if version.number != dependency.version { isCurrent = false }
    }
    // Now that there are edges: they show if the value depends on itself.
    core.raise(to: (dependencies.lazy.map(\.node.level).max() ?? -1) + 1, on: thread)
    for (id, node) in surplus {
      attached[id] = nil
      node.detach(entrance)
    }
    guard isCurrent else { return false }
    let isDone = state.withLock { state in
      // A reader may have computed it from others meanwhile.
      guard state.commits == commits else { return false }
      state.isConnected = true
      return true
    }
    // Those who observe it are told of what readers have found until now.
    if isDone, !wasConnected { core.operations.letGo(core, thread) }
    return isDone
  }
}
