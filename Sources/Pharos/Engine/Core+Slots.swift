public import Synchronization

extension Core {
  /// Makes the place of a relay that comes after another.
  ///
  /// One that comes after a discarded relay is discarded, too.
  @inlinable
  func addSlot(after parent: Slot<Value>) -> Slot<Value> {
    var slot: Slot<Value>?
    lock.withLock { state in
      let made = Slot<Value>(key: state.nextKey, parent: parent.key)
      slot = made
      state.nextKey += 1
      made.isDiscarded = parent.isDiscarded
      if !made.isDiscarded { state.slots.append(made) }
    }
    return slot!
  }

  /// The place of the main relay, which comes before all others.
  func mainSlot() -> Slot<Value> {
    lock.withLock { state in
      if let first = state.slots.first, first.key == 0 { return first }
      let slot = Slot<Value>(key: 0, parent: 0)
      state.slots.insert(slot, at: 0)
      return slot
    }
  }

  /// Changes what the observer in a place does.
  ///
  /// The one that was there is not called any more, not even with a change that is
  /// being delivered; the one that comes in its place begins with the next, as if it
  /// had been added.
  func update(_ slot: Slot<Value>, _ change: (ObserverPlan<Value>) -> Void) {
    var isDone = false
    var isReplaying = false
    while !isDone {
      // Released after unlocking, and the closures in it: the plan that there was,
      // or else the one that came too late.
      var seen: (plan: ObserverPlan<Value>, version: Int)?
      lock.withLock { state in
        let plan = slot.plan.map { ObserverPlan($0) } ?? ObserverPlan(body: slot.observer)
        seen = (plan, slot.planVersion)
      }
      guard let (plan, version) = seen else { return }
      change(plan)
      isReplaying = plan.isReplaying && plan.isNew
      isDone = put(plan.makeObserver(), plan, into: slot, ifStill: version)
    }
    if isReplaying { replay(to: slot) }
  }

  /// Puts an observer into a place that has no plan.
  ///
  /// - Returns: Whether this is such a place.
  @inlinable
  func put(_ observer: Observer<Value>, into slot: Slot<Value>) -> Bool {
    var released: (Observer<Value>?, Snapshot<Value>?)
    let isDone = lock.withLock { state in
      guard slot.plan == nil else { return false }
      guard !slot.isDiscarded else { return true }
      released = (slot.observer, state.invalidate())
      slot.planVersion += 1
      slot.observer = observer
      return true
    }
    released.0?.cancel()
    noteAudience()
    return isDone
  }

  private func put(
    _ observer: Observer<Value>?, _ plan: ObserverPlan<Value>, into slot: Slot<Value>,
    ifStill version: Int
  ) -> Bool {
    var released: (ObserverPlan<Value>?, Observer<Value>?, Snapshot<Value>?)
    let isDone = lock.withLock { state in
      guard slot.planVersion == version else { return false }
      guard !slot.isDiscarded else { return true }
      released = (slot.plan, slot.observer, state.invalidate())
      slot.plan = plan
      slot.planVersion += 1
      slot.observer = observer
      return true
    }
    released.1?.giveWay(to: observer)
    noteAudience()
    return isDone
  }

  /// Has a derived value connected when it is observed, and only then, and has what is
  /// neither observed nor read cost its sources nothing.
  @inlinable
  @inline(__always)
  func noteAudience() {
    if notesAudience.load(ordering: .relaxed) { noteAudienceSlowly() }
  }

  @usableFromInline
  func noteAudienceSlowly() {
    audienceDidChange()
    leaveSources(hasEnded: false)
  }

  /// Ends a relay and all that come after it.
  ///
  /// None of their observers is called any more, those of mapped relays included.
  @inlinable
  func discard(_ slot: Slot<Value>) {
    if !removeLatest(slot) { discardAll(from: slot) }
    if isFed, slot.key == 0 { leaveSources(hasEnded: true) }
  }

  @usableFromInline
  func discardAll(from slot: Slot<Value>) {
    Node.end(removeAll(from: slot))
  }

  /// Takes a place out of the list if it is the last, and nothing depends on it.
  ///
  /// - Returns: Whether it was.
  @inlinable
  func removeLatest(_ slot: Slot<Value>) -> Bool {
    var released: (slot: Slot<Value>?, observer: Observer<Value>?, snapshot: Snapshot<Value>?)
    lock.withLock { state in
      guard state.edges.isEmpty, state.slots.last === slot, slot.plan == nil else { return }
      slot.isDiscarded = true
      released = (state.slots.removeLast(), slot.observer.take(), state.invalidate())
    }
    released.observer?.cancel()
    if released.slot != nil { noteAudience() }
    return released.slot != nil
  }

  /// Takes a relay and all that come after it out of the lists.
  ///
  /// - Returns: The cores that depended on nothing else.
  func removeAll(from slot: Slot<Value>) -> [Node] {
    var ended: [Slot<Value>] = []
    var observers: [Observer<Value>] = []
    var edges: [Edge<Value>] = []
    var snapshot: Snapshot<Value>?
    lock.withLock { state in
      guard !slot.isDiscarded else { return }
      snapshot = state.invalidate()
      slot.isDiscarded = true
      let first = state.slots.partitioningIndex { $0.key >= slot.key }
      ended = state.removeSlots(from: first)
      for slot in ended {
        if let observer = slot.observer.take() { observers.append(observer) }
      }
      guard !state.edges.isEmpty else { return }
      let keys = Set(ended.map(\.key))
      edges = state.edges.filter { keys.contains($0.slot) }
      if !edges.isEmpty { state.edges.removeAll { keys.contains($0.slot) } }
    }
    for observer in observers { observer.cancel() }
    // Nothing is put into a discarded slot, so that no lock is needed any more. What is
    // released with a plan may look at its slot.
    for slot in ended { _ = slot.plan.take() }
    _ = snapshot
    noteAudience()
    return edges.filter(\.isOnlyParent).map(\.child)
  }

  // MARK: Claims

  /// Notes that one more retainer manages a relay.
  func claim(_ slot: Slot<Value>) {
    lock.withLock { state in slot.claimCount += 1 }
  }

  /// Notes that a retainer manages a relay no more, and discards it if that was the
  /// last.
  func unclaim(_ slot: Slot<Value>) {
    let isLast = lock.withLock { state in
      slot.claimCount -= 1
      return slot.claimCount == 0
    }
    if isLast { discard(slot) }
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
  func addEdge(from slot: Slot<Value>, _ make: (Value) -> Edge<Value>) -> Bool {
    var isDone = false
    while !isDone {
      var seen: (value: Value, version: UInt)?
      lock.withLock { state in seen = (state.value, state.version) }
      guard let seen else { return false }
      let edge = make(seen.value)
      // Before the first change comes this way, and again below: this core may rise
      // at any time, and takes those along that it finds here.
      guard edge.child.follow(self) else { return false }
      var snapshot: Snapshot<Value>?
      var source: Source?
      lock.withLock { state in
        isDone = state.version == seen.version
        guard isDone, !slot.isDiscarded else { return }
        snapshot = state.append(edge)
        let link = state.link ?? SourceLink(to: self)
        state.link = link
        source = Source(link: link, edge: edge.key)
      }
      _ = snapshot
      if let source, !edge.child.addSource(source) { _ = removeEdge(edge.key) }
      if isDone {
        guard edge.child.follow(self) else {
          _ = removeEdge(edge.key)
          return false
        }
        noteAudience()
      }
    }
    return true
  }
}

extension CoreState {
  /// Takes a place and those that come after it out of the list.
  mutating func removeSlots(from first: Int) -> [Slot<Value>] {
    var ended: [Slot<Value>] = []
    var keys: Set<UInt> = []
    var kept = first
    for index in first..<slots.count {
      let slot = slots[index]
      if index == first || keys.contains(slot.parent) {
        slot.isDiscarded = true
        keys.insert(slot.key)
        ended.append(slot)
      } else {
        slots[kept] = slot
        kept += 1
      }
    }
    slots.removeLast(slots.count - kept)
    return ended
  }
}

extension RandomAccessCollection {
  /// The first index whose element fulfils a condition, where all that fulfil it
  /// come after all that do not.
  ///
  /// - Complexity: O(log *n*)
  func partitioningIndex(where isSecond: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isSecond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
