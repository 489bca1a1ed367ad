import Synchronization

extension Core {
  /// Changes what the observer in a place does.
  ///
  /// The one that was there is not called any more, not even with a change that is
  /// being delivered; the one that comes in its place begins with the next, as if it
  /// had been added.
  func update(_ slot: Slot, _ change: (ObserverPlan<Value>) -> Void) {
    var isDone = false
    var isReplaying = false
    while !isDone {
      // Released after unlocking, and the closures in it: the plan that there was,
      // or else the one that came too late.
      var seen: (plan: ObserverPlan<Value>, version: Int)?
      lock.withLock { state in
        seen = (plan(in: slot), slot.planVersion)
      }
      guard let (plan, version) = seen else { return }
      change(plan)
      isReplaying = plan.isReplaying && plan.isNew
      isDone = put(plan.makeObserver(), plan, into: slot, ifStill: version)
    }
    if isReplaying { replay(to: slot) }
  }

  /// A copy of the plan of an observer, or one that is made of the observer alone.
  ///
  /// - Precondition: The lock is held.
  private func plan(in slot: Slot) -> ObserverPlan<Value> {
    if let plan = slot.plan {
      return ObserverPlan(unsafe unsafeDowncast(plan, to: ObserverPlan<Value>.self))
    }
    return ObserverPlan(
      body: slot.observer.map { unsafe unsafeDowncast($0, to: Observer<Value>.self) })
  }

  // MARK: Edges

  /// Has changes given to another core from now on.
  ///
  /// - Parameters:
  ///   - slot: The relay that the other is made from.
  ///   - make: Makes the edge, from the value that there is. It runs without a
  ///     lock, and once more if the value changes meanwhile, so that the other
  ///     core neither misses a change nor sees one twice.
  /// - Returns: `false` if this core depends on the other.
  @usableFromInline
  @discardableResult
  func addEdge(from slot: Slot, _ make: (Value) -> Edge<Value>) -> Bool {
    var isDone = false
    while !isDone {
      var seen: (value: Value, version: UInt)?
      lock.withLock { state in seen = (unsafe stored, state.version) }
      guard let seen else { return false }
      let edge = make(seen.value)
      let child = edge.receiver
      // Before the first change comes this way, and again below: this core may rise
      // at any time, and takes those along that it finds here.
      guard child.follow(self) else { return false }
      var snapshot: Snapshot?
      var source: Source?
      lock.withLock { state in
        isDone = state.version == seen.version
        guard isDone, !slot.isDiscarded else { return }
        snapshot = append(edge, to: &state)
        let link = state.link ?? SourceLink(to: self)
        state.link = link
        source = Source(link: link, edge: edge.key)
      }
      _ = snapshot
      if let source, !child.addSource(source) { _ = removeEdge(edge.key) }
      if isDone {
        guard child.follow(self) else {
          _ = removeEdge(edge.key)
          return false
        }
        noteAudience()
      }
    }
    return true
  }
}
