import Synchronization

extension Core {
  /// Makes a core that follows the core that a function returns for this core's latest value.
  ///
  /// The function also returns the followed core's relay. Until the core is followed, the relay
  /// prevents it from disconnecting from its sources.
  func flattened<Mapped>(
    after slot: Slot, origin: CodeLocation?,
    _ transform: @escaping (Value) -> (core: Core<Mapped>, slot: Slot, relay: AnyObject)
  ) -> Core<Mapped> {
    var made: (child: Core<Mapped>, flattening: Flattening<Mapped>)?
    addEdge(from: slot) { value in
      made?.flattening.leave()
      let inner = transform(value)
      let flattening = Flattening(inner.core.value)
      let child = Core<Mapped>(
        inner.core.value, domain: Domain.unite(domain, inner.core.domain),
        level: max(level, inner.core.level) + 1, origin: origin,
        compute: { flattening.latest })
      _ = withExtendedLifetime(inner.relay) {
        flattening.follow(inner.core, inner.slot, for: child)
      }
      child.replaceSilently { flattening.latest }
      made = (child, flattening)
      return Edge(slot: slot.key, isOnlyParent: true, child: child) {
        node, _, new, origin, thread in
        let inner = transform(new)
        let isFollowing = withExtendedLifetime(inner.relay) {
          flattening.follow(inner.core, inner.slot, for: node.core(of: Mapped.self))
        }
        guard isFollowing else { return }
        unsafe node.latestOrigin = origin
        thread.wait(for: node)
      }
    }
    return made!.child
  }
}

/// The core that a flattened core follows.
private final class Flattening<Mapped> {
  // `count` and `end` are set when this is made, and then, like an ``OperatorState``, only used by
  // the owner of the flattened core's domain. Each followed core is united with that domain first.
  // If a thread is still delivering a change of a followed core from before that, its snapshot does
  // not contain the edge. For ``LatestValue`` see there.

  private let input: LatestValue<Mapped>
  private var end: () -> Void = {}
  /// The number of cores that it has followed.
  private var count = 0

  init(_ value: Mapped) {
    input = LatestValue(value)
  }

  /// The value, to be read under the lock of the flattened core.
  var latest: Mapped { unsafe input.stored }

  /// Takes the value of a core from now on, instead of the previous core's.
  ///
  /// If the level of the core is higher, the level of the flattened core is raised; see
  /// ``Node/follow(_:)``. If the core depends on the flattened core, it is not followed, and the
  /// cycle is reported.
  ///
  /// - Returns: Whether it is followed.
  func follow(_ core: Core<Mapped>, _ slot: Slot, for child: Core<Mapped>) -> Bool {
    leave()
    _ = Domain.unite(child.domain, core.domain)
    let present = count
    var before: Mapped?
    child.lock.withLock { _ in before = self.latest }
    var latest: Edge<Mapped>?
    let isFollowing = core.addEdge(from: slot) { value in
      input.set(value, in: child)
      let edge = Edge<Mapped>(slot: slot.key, isOnlyParent: false, child: child) {
        [weak self] child, _, new, origin, thread in
        // The core that was followed before may still deliver a change.
        guard let self, count == present else { return }
        input.set(new, in: child)
        unsafe child.latestOrigin = origin
        thread.wait(for: child)
      }
      latest = edge
      return edge
    }
    guard isFollowing else {
      if let before { input.set(before, in: child) }
      RelaySettings.errorHandler(.cycle(at: child.origin, following: core.origin))
      return false
    }
    let edge = latest
    end = { [weak core, weak edge] in
      if let edge { core?.detach(edge.key) }
    }
    return true
  }

  /// Stops following the current core.
  func leave() {
    count += 1
    end()
    end = {}
  }
}
