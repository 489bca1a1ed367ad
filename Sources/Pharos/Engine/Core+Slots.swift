import Synchronization

extension Core {
  /// Changes the plan of the observer in a slot.
  ///
  /// The previous observer is not called again, not even for a change that is being delivered. The
  /// new observer is called from the next change on, like an added one.
  func update(_ slot: Slot, _ change: (ObserverPlan<Value>) -> Void) {
    var isDone = false
    var isReplaying = false
    while !isDone {
      // Released after unlocking, together with its closures: the previous plan, or the new one if
      // another update was faster.
      var seen: (plan: ObserverPlan<Value>, version: UInt32)?
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

  /// Returns a copy of a slot's plan, or a plan for its observer if it has none.
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

  /// Passes changes to another core from now on.
  ///
  /// - Parameters:
  ///   - slot: The slot of the relay from which the other core is made.
  ///   - make: Makes the edge for the current value. It runs without a lock, and runs again if the
  ///     value changes during that time. So the other core neither misses a change nor gets one
  ///     twice.
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
      // The level of the child must be right before the first change uses the edge. It is checked
      // again below, because this core may rise at any time, and only raises the cores that have an
      // edge by then.
      guard child.follow(self) else { return false }
      var snapshot: Snapshot?
      var source: Source?
      lock.withLock { state in
        isDone = state.version == seen.version
        guard isDone, !slot.isDiscarded else { return }
        let key: UInt
        (key, snapshot) = append(edge, to: &state)
        edge.key = key
        source = Source(node: NodeReference(to: self), edge: key)
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
