import Synchronization

extension Core {
  /// Makes a core whose value is that of the core that a function makes of this
  /// one's latest.
  ///
  /// The function also gives a relay, which keeps the core from giving up its sources until
  /// it is followed.
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
      return Edge(slot: slot.key, isOnlyParent: true, child: child) { node, change, thread in
        let inner = transform(change.new)
        let isFollowing = withExtendedLifetime(inner.relay) {
          flattening.follow(
            inner.core, inner.slot, for: unsafe unsafeDowncast(node, to: Core<Mapped>.self))
        }
        guard isFollowing else { return }
        unsafe node.latestOrigin = change.origin
        thread.wait(for: node)
      }
    }
    return made!.child
  }
}

/// Which core a flattened one follows.
private final class Flattening<Mapped> {
  // `count` and `end` are touched when it is made and then, as
  // ``OperatorState``, by the owner of the domain of the flattened core, with which
  // those of all that it follows are united first. A thread that still delivers a
  // change of one of these, from before they were united, has a snapshot without the
  // edge. For ``LatestValue`` see there.

  private let input: LatestValue<Mapped>
  private var end: () -> Void = {}
  /// Counts the cores that it has followed.
  private var count = 0

  init(_ value: Mapped) {
    input = LatestValue(value)
  }

  /// The value, under the lock of the flattened core.
  var latest: Mapped { unsafe input.stored }

  /// Takes the value of a core from now on, and no other's.
  ///
  /// One that more merges lead to than to those before takes the flattened one up with
  /// it; see ``Node/follow(_:)``. One that depends on the flattened relay is not followed, and
  /// the cycle is reported.
  ///
  /// - Returns: Whether it is followed.
  func follow(_ core: Core<Mapped>, _ slot: Slot, for child: Core<Mapped>) -> Bool {
    leave()
    _ = Domain.unite(child.domain, core.domain)
    let present = count
    var before: Mapped?
    child.lock.withLock { _ in before = self.latest }
    var latest: AnyEdge?
    let isFollowing = core.addEdge(from: slot) { value in
      input.set(value, in: child)
      let edge = Edge<Mapped>(slot: slot.key, isOnlyParent: false, child: child) {
        [weak self] child, change, thread in
        // What was left in the middle of a change may still have something to say.
        guard let self, count == present else { return }
        input.set(change.new, in: child)
        unsafe child.latestOrigin = change.origin
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
      if let edge { core?.detach(edge) }
    }
    return true
  }

  /// Takes no core's value any more.
  func leave() {
    count += 1
    end()
    end = {}
  }
}
