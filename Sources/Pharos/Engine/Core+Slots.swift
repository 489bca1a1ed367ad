import Synchronization

extension Core {
  /// Makes the place of a relay that comes after another.
  ///
  /// One that comes after a discarded relay is discarded, too.
  func addSlot(after parent: Slot<Value>) -> Slot<Value> {
    lock.withLock { _ in
      let slot = Slot<Value>(key: state.nextKey, parent: parent.key)
      state.nextKey += 1
      slot.isDiscarded = parent.isDiscarded
      if !slot.isDiscarded { state.slots.append(slot) }
      return slot
    }
  }

  /// The place of the main relay, which comes before all others.
  func mainSlot() -> Slot<Value> {
    lock.withLock { _ in
      if let first = state.slots.first, first.key == 0 { return first }
      let slot = Slot<Value>(key: 0, parent: 0)
      state.slots.insert(slot, at: 0)
      return slot
    }
  }

  /// Puts an observer into a place, or none.
  ///
  /// The observer that was there is not called any more.
  func observe(_ slot: Slot<Value>, with observer: Observer<Value>?) {
    // Released after unlocking: so are the closures in them.
    var released: (Observer<Value>?, Snapshot<Value>?)
    lock.withLock { _ in
      guard !slot.isDiscarded else { return }
      released.0 = slot.observer
      slot.observer = observer
      released.1 = state.invalidate()
    }
    released.0?.cancel()
  }

  /// Ends a relay and all that come after it.
  ///
  /// None of their observers is called any more, those of mapped relays included.
  func discard(_ slot: Slot<Value>) {
    Node.end(removeAll(from: slot))
  }

  /// Takes a relay and all that come after it out of the lists.
  ///
  /// - Returns: The cores that depended on nothing else.
  func removeAll(from slot: Slot<Value>) -> [Node] {
    var observers: [Observer<Value>] = []
    var edges: [Edge<Value>] = []
    var snapshot: Snapshot<Value>?
    lock.withLock { _ in
      guard !slot.isDiscarded else { return }
      snapshot = state.invalidate()
      slot.isDiscarded = true
      var first = state.slots.partitioningIndex { $0.key >= slot.key }
      var ended: Set<UInt> = [slot.key]
      if let observer = slot.observer.take() { observers.append(observer) }
      // The latest relay is the one that is discarded most often.
      if first == state.slots.count - 1 {
        state.slots.removeLast()
      } else {
        var kept = first
        while first < state.slots.count {
          let candidate = state.slots[first]
          if candidate === slot || ended.contains(candidate.parent) {
            candidate.isDiscarded = true
            ended.insert(candidate.key)
            if let observer = candidate.observer.take() { observers.append(observer) }
          } else {
            state.slots[kept] = candidate
            kept += 1
          }
          first += 1
        }
        state.slots.removeLast(state.slots.count - kept)
      }
      guard !state.edges.isEmpty else { return }
      edges = state.edges.filter { ended.contains($0.slot) }
      if !edges.isEmpty { state.edges.removeAll { ended.contains($0.slot) } }
    }
    for observer in observers { observer.cancel() }
    _ = snapshot
    return edges.filter(\.isOnlyParent).map(\.child)
  }

  // MARK: Edges

  /// Has changes given to another core from now on.
  ///
  /// - Parameters:
  ///   - slot: The relay that the other is made from.
  ///   - make: Makes the edge, from the value that there is. It runs without a
  ///     lock, and once more if the value changes meanwhile, so that the other
  ///     core neither misses a change nor sees one twice.
  @usableFromInline
  func addEdge(from slot: Slot<Value>, _ make: (Value) -> Edge<Value>) {
    var isDone = false
    while !isDone {
      var seen: (value: Value, version: UInt)?
      lock.withLock { _ in seen = (state.value, state.version) }
      guard let seen else { return }
      let edge = make(seen.value)
      var snapshot: Snapshot<Value>?
      lock.withLock { _ in
        isDone = state.version == seen.version
        guard isDone, !slot.isDiscarded else { return }
        state.edges.append(edge)
        snapshot = state.invalidate()
      }
      _ = snapshot
    }
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
