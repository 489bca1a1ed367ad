import Synchronization

extension Derivation {
  /// Connects or disconnects, when somebody has begun or ceased to observe.
  func audienceDidChange() {
    guard let core, core.hasAudience != isConnected else { return }
    schedule(on: DeliveryThread.current)
  }

  /// Has the thread that owns the domain look after the connections.
  func schedule(on thread: DeliveryThread) {
    guard let core, !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let isOurs = core.domain.enqueue(DerivationJob(self, of: core), by: thread)
    if isOurs, !thread.isBusy { thread.drain() }
  }

  /// Connects, disconnects, or finds that the value is out of date.
  func adjust(on thread: DeliveryThread) {
    isScheduled.store(false, ordering: .releasing)
    guard let core else { return }
    let isWanted = core.hasAudience
    let wasConnected = state.withLock { state in
      defer { state.isConnected = isWanted }
      return state.isConnected
    }
    guard isWanted || wasConnected else { return }
    if isWanted {
      let details = unsafe thread.details
      let outer = unsafe (
        details.pointee.evaluation.isDelivering, details.pointee.evaluation.level
      )
      unsafe details.pointee.evaluation.isDelivering = true
      unsafe details.pointee.evaluation.level = 0
      bringUpToDate(on: thread)
      unsafe (details.pointee.evaluation.isDelivering, details.pointee.evaluation.level) = outer
    }
    attach(on: thread)
  }

  /// Sees to it that exactly those have edges to this that it was computed from.
  func attach(on thread: DeliveryThread) {
    guard let core else { return }
    let wanted = state.withLock { state in state.isConnected ? state.dependencies : [] }
    let entrance = entrance ?? DerivedEntrance(to: core)
    self.entrance = entrance
    var surplus = attached
    var isStale = false
    for dependency in wanted {
      let id = ObjectIdentifier(dependency.node)
      surplus[id] = nil
      guard attached[id] == nil else { continue }
      let domain = Domain.unite(core.domain, dependency.node.domain)
      guard domain.isOwnedAlone(by: thread) else {
        // Another thread delivers a change that has begun before.
        isStale = true
        continue
      }
      attached[id] = dependency.node
      core.raise(to: dependency.node.level + 1, on: thread)
      if !dependency.node.attach(entrance, ifStill: dependency.version) { isStale = true }
    }
    for (id, node) in surplus {
      attached[id] = nil
      node.detach(entrance)
    }
    if isStale { schedule(on: thread) }
  }
}

/// What stands for a derived value where it has edges, so that it is not kept by
/// what it depends on.
///
/// Its function usually keeps that, and both would live for ever.
final class DerivedEntrance: Node, @unchecked Sendable {
  // Why this is Sendable: the reference is never changed but by the end of its
  // object, which the runtime guards.

  private weak let core: Node?

  init(to core: Node) {
    self.core = core
    super.init(domain: core.domain, level: 0, operations: NodeOperations(deliver: { _, _ in }))
  }

  override var target: Node? { core }

  /// Has the derived value computed in the present change.
  func wait(origin: UInt, on thread: DeliveryThread) {
    guard let core else { return }
    core.latestOrigin = origin
    thread.wait(for: core)
  }
}

/// The work of connecting a derived value, in its place among the changes of the
/// domain.
private final class DerivationJob: Node, @unchecked Sendable {
  // Why this is Sendable: nothing changes.

  private let work: Derivation
  /// Keeps the derivation's core until it is done.
  private let core: Node

  init(_ derivation: Derivation, of core: Node) {
    self.work = derivation
    self.core = core
    super.init(
      domain: core.domain, level: 0,
      operations: NodeOperations(deliver: { node, thread in
        guard let job = node as? DerivationJob else { return }
        thread.cause = Cause()
        job.work.adjust(on: thread)
        thread.runWave()
      }))
  }
}
